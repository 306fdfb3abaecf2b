import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { heartbeatOf } from '@seine/shared/temporal/testing/slice-heartbeat.ts'
import { linkedPage as page, runSlice as run } from './testing/run-slice.ts'

const bits = (positions: number): string => Buffer.from([positions]).toString('base64')

describe('scrapeSlice while the store fails', () => {
  it('stops fetching soon after the store refuses a segment', async () => {
    const store = new MemoryStore()
    let answered = 0
    const done = await run({
      paths: Array.from({ length: 100 }, (_, at) => `/${at}`),
      store,
      answer: () => {
        answered += 1
        if (answered === 8) store.down = true
        return { body: 'x', gate: new Promise((resolve) => setTimeout(resolve, 100)) }
      },
    })
    assert.match(String(done.error), /object store/)
    assert.ok(done.web.requests.length < 90, `${done.web.requests.length} requests`)
  })

  it('keeps what it has loaded while the store is unavailable for a moment, and loads nothing twice', async () => {
    const store = new MemoryStore()
    let answered = 0
    const done = await run({
      paths: Array.from({ length: 100 }, (_, at) => `/${at}`),
      store,
      storePatienceMs: 20_000,
      answer: () => {
        answered += 1
        if (answered === 8) {
          store.down = true
          setTimeout(() => (store.down = false), 2_500)
        }
        return { body: 'x', gate: new Promise((resolve) => setTimeout(resolve, 100)) }
      },
    })
    assert.equal(done.error, null)
    assert.equal(done.records.length, answered)
    assert.equal(new Set(done.web.requests).size, done.web.requests.length, 'no page was loaded twice')
    assert.ok(answered < 90, `${answered} pages were begun though the store was away`)
    assert.equal(done.summary?.returned, 100 - answered)
  })

  it('suspects no page for a failed write while it was alone in flight', async () => {
    const store = new MemoryStore()
    const previous: SliceHeartbeat = heartbeatOf({ begun: bits(0b001), startedFirst: 1 })
    const failing = await run({
      paths: ['/a'],
      store,
      previous,
      attempt: 5,
      answer: () => {
        store.down = true
        return page()
      },
    })
    assert.match(String(failing.error), /object store/)
    assert.equal(failing.beats.at(-1)?.suspect, null)
  })

  it('fails for a retry when its result can be neither written nor read', async () => {
    const store = new MemoryStore()
    store.putIfAbsent = async () => await Promise.resolve(false)
    const done = await run({ paths: ['/a'], store, answer: () => page() })
    assert.match(String(done.error), /written neither by this attempt nor by another/)
  })

  it('sends heartbeats until its result is stored', async () => {
    const store = new MemoryStore()
    const putIfAbsent = store.putIfAbsent.bind(store)
    let refusedAtMs = Infinity
    store.putIfAbsent = async (key, body) => {
      refusedAtMs = Math.min(refusedAtMs, performance.now())
      if (performance.now() - refusedAtMs < 2_500) throw new StoreUnavailableError('object store: away')
      return await putIfAbsent(key, body)
    }
    let beats = 0
    const done = await run({
      paths: ['/a'],
      store,
      storePatienceMs: 20_000,
      answer: () => page(),
      onBeat: () => {
        if (performance.now() > refusedAtMs) beats += 1
      },
    })
    assert.equal(done.error, null)
    assert.ok(beats >= 4, `${beats} beats`)
  })

  it('ends with the fault of the store instead of losing pages', async () => {
    const store = new MemoryStore()
    const done = await run({
      paths: ['/a', '/b'],
      store,
      answer: () => {
        store.down = true
        return page()
      },
    })
    assert.match(String(done.error), /object store/)
    assert.equal(done.summary, null)
  })
})
