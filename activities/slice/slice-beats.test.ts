import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { begunKey, segmentKey } from '@seine/shared/storage/object-keys.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { SegmentWriter } from '../segments/segment-writer.ts'
import { startBeats } from './slice-beats.ts'
import { SliceProgress } from '../segments/slice-progress.ts'
import { pageHead, slicePage } from './testing/slice-pages.ts'

const job = { tenant: 'one', id: 'crawl-1' }
const { heartbeatIntervalMs, segmentFlushIntervalMs } = sliceLimits

/** A slice of four pages with a clock controlled by the test. */
function lab(mayBeSilent: (silentMs: number, waits: boolean) => boolean = () => false) {
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const store = new MemoryStore()
  const progress = new SliceProgress([0, 1, 2, 3].map(slicePage), null, (attempt, index) =>
    segmentKey(job, 0, attempt, index),
  )
  const writer = new SegmentWriter({
    store,
    patience: { patienceMs: 0, signal: new AbortController().signal },
    job,
    slice: 0,
    attempt: 1,
    begun: () => progress.begun,
    onDurable: (key, pages, begun) => {
      progress.marked(begun)
      progress.durable(key, pages)
    },
  })
  const beats: SliceHeartbeat[] = []
  let marks = 0
  const stop = startBeats({
    progress,
    writer,
    stalls: { check: () => undefined },
    heartbeat: (beat) => void beats.push(beat),
    mark: async (begun) => {
      marks += 1
      await store.put(begunKey(job, 0, 1), begun)
    },
    mayBeSilent,
    onFault: assert.ifError,
    clock: () => Date.now(),
  })
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= heartbeatIntervalMs) {
      mock.timers.tick(heartbeatIntervalMs)
      await new Promise(setImmediate)
    }
  }
  const begin = (index: number): void => progress.begin(index, Infinity)
  const end = (index: number): void => {
    progress.end(index)
    writer.add({ head: pageHead(index), outputs: null })
  }
  const close = (): void => {
    stop()
    mock.timers.reset()
  }
  const puts = (): number => marks + [...store.objects.keys()].filter((key) => key.includes('/pages/')).length
  return { store, progress, begin, end, pass, close, beats, marks: () => marks, puts }
}

describe('the heartbeats of a slice', () => {
  it('put no mark of pages begun while segments carry them', async () => {
    const slice = lab()
    try {
      for (const index of [0, 1, 2]) {
        slice.begin(index)
        slice.begin(index + 1)
        slice.end(index)
        await slice.pass(segmentFlushIntervalMs)
      }
      await slice.pass(heartbeatIntervalMs)
      assert.deepEqual([slice.marks(), slice.puts()], [0, 3])
      const { startedFirst, completed } = slice.beats.at(-1)!
      assert.deepEqual([startedFirst, completed], [4, 3])
    } finally {
      slice.close()
    }
  })

  it('put one mark when an interval brings no page to its end, and none again while nothing begins', async () => {
    const slice = lab()
    try {
      slice.begin(0)
      await slice.pass(5 * segmentFlushIntervalMs)
      assert.equal(slice.marks(), 1)
      slice.begin(1)
      await slice.pass(2 * segmentFlushIntervalMs)
      assert.equal(slice.marks(), 2)
    } finally {
      slice.close()
    }
  })

  it('count no page as begun in a heartbeat that the store does not know of', async () => {
    const slice = lab()
    try {
      slice.store.down = true
      slice.begin(0)
      await slice.pass(3 * segmentFlushIntervalMs)
      assert.ok(slice.beats.every(({ startedFirst }) => startedFirst === 0))
      slice.store.down = false
      await slice.pass(2 * segmentFlushIntervalMs)
      assert.equal(slice.beats.at(-1)!.startedFirst, 1)
      assert.ok((await slice.store.get(begunKey(job, 0, 1))) !== null)
    } finally {
      slice.close()
    }
  })

  it('are seldom while the slice waits for its hosts, and come with every page', async (t) => {
    const { begin, end, pass, close, beats } = lab((silentMs, waits) => waits && silentMs < 5_000)
    t.after(close)
    await pass(20_000)
    assert.ok(beats.length >= 4 && beats.length <= 5, `${beats.length} beats`)
    const before = beats.length
    begin(0)
    await pass(2_000)
    assert.equal(beats.length, before + 4)
    end(0)
    await pass(heartbeatIntervalMs)
    assert.equal(beats.length, before + 5)
  })

  it('are fewer while many slices load pages', async (t) => {
    const { begin, pass, close, beats } = lab((silentMs) => silentMs < 3 * heartbeatIntervalMs)
    t.after(close)
    begin(0)
    const before = beats.length
    await pass(12 * heartbeatIntervalMs)
    assert.equal(beats.length, before + 4)
  })

  it('report what happened between them, also when a page is past its deadline', async (t) => {
    const { progress, end, pass, close, beats } = lab((silentMs) => silentMs < 3 * heartbeatIntervalMs)
    t.after(close)
    progress.begin(0, Date.now())
    for (const index of [1, 2]) progress.begin(index, Infinity)
    await pass(6 * heartbeatIntervalMs)
    const before = beats.length
    end(1)
    await pass(heartbeatIntervalMs)
    assert.equal(beats.length, before + 1)
    end(2)
    await pass(heartbeatIntervalMs)
    assert.equal(beats.length, before + 1, 'too soon for another')
    await pass(3 * heartbeatIntervalMs)
    assert.ok(beats.length > before + 1)
    const last = beats.length
    await pass(20 * heartbeatIntervalMs)
    assert.ok(beats.length <= last + 1, 'a page past its deadline ends the beats')
  })
})
