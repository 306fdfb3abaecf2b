import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeFirst, type KeyCalls } from './half-written.ts'
import { StoreUnavailableError } from './store-errors.ts'

const pause = { halfWrittenLooks: 2, halfWrittenPauseMs: 20 }

/** A key of a store that may hold metadata without an object. @param heals which deletion repairs it. */
function halfWritten(heals: 'metadata' | 'key' | 'nothing') {
  const state = { metadata: true, object: null as string | null, removals: [] as string[] }
  const callsOf = (body: string): KeyCalls => ({
    key: 'a',
    async write() {
      await sleep(1)
      if (state.metadata) return { kind: 'refused', repeated: false }
      Object.assign(state, { metadata: true, object: body })
      return { kind: 'written' }
    },
    exists: async () => await Promise.resolve(state.object !== null),
    isOurs: async () => await Promise.resolve(state.object === null ? null : state.object === body),
    async removeMetadata() {
      await sleep(1)
      state.removals.push('metadata')
      if (heals === 'metadata' && state.object === null) state.metadata = false
    },
    async remove() {
      await sleep(1)
      state.removals.push('key')
      if (heals === 'key') Object.assign(state, { metadata: false, object: null })
    },
  })
  return { state, callsOf }
}

test('a key that exists for writes alone is freed and written, once', async () => {
  for (const heals of ['metadata', 'key'] as const) {
    const { state, callsOf } = halfWritten(heals)
    assert.equal(await writeFirst(callsOf('ours'), pause), true)
    assert.equal(state.object, 'ours')
    assert.equal(await writeFirst(callsOf('another'), pause), false)
    assert.deepEqual(state.removals, heals === 'metadata' ? ['metadata'] : ['metadata', 'key'])
  }
})

test('of those who free a key at once, one is first, and the others learn it', async () => {
  const { state, callsOf } = halfWritten('metadata')
  const bodies = ['one', 'two', 'three']
  const first = await Promise.all(bodies.map(async (body) => await writeFirst(callsOf(body), pause)))
  assert.deepEqual(
    bodies.filter((_, at) => first[at]),
    [state.object],
  )
})

test('a key that nothing frees makes the store unavailable', async () => {
  await assert.rejects(writeFirst(halfWritten('nothing').callsOf('ours'), pause), StoreUnavailableError)
})

test('an object that becomes visible late is left alone', async () => {
  const { state, callsOf } = halfWritten('key')
  setTimeout(() => (state.object = 'another'), pause.halfWrittenPauseMs / 2)
  assert.equal(await writeFirst(callsOf('ours'), pause), false)
  assert.deepEqual(state.removals, [])
  assert.equal(state.object, 'another')
})

test('a write that meets others again and again frees nothing', async () => {
  const { state, callsOf } = halfWritten('key')
  const calls = { ...callsOf('ours'), write: async () => await Promise.resolve({ kind: 'contended' as const }) }
  await assert.rejects(writeFirst(calls, pause), /is being written/)
  assert.deepEqual(state.removals, [])
})
