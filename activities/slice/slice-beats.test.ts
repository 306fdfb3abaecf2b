import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { begunKey } from '@seine/shared/storage/object-keys.ts'
import { job, startBeatsLab as lab } from './testing/beats-lab.ts'

const { heartbeatIntervalMs, segmentFlushIntervalMs } = sliceLimits

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

  it('write one mark when no page ends in an interval, and no further one while nothing begins', async () => {
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

  it('go on, and segments are flushed, when the clock of the machine is set', async () => {
    const slice = lab()
    try {
      for (const [round, jumpMs] of [
        [0, 3_600_000],
        [1, -7_200_000],
      ] as const) {
        slice.begin(2 * round, 60_000)
        slice.jump(jumpMs)
        slice.begin(2 * round + 1, 60_000)
        const beats = slice.beats.length
        slice.end(2 * round)
        await slice.pass(2 * segmentFlushIntervalMs)
        assert.ok(slice.beats.length > beats + 1, `${slice.beats.length - beats} after a jump of ${jumpMs} ms`)
        assert.equal(slice.beats.at(-1)!.completed, round + 1)
      }
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

  it('report the end of a page as soon as those of a slice that loads pages, also when nothing happens then', async (t) => {
    const { begin, end, pass, close, beats } = lab(
      (silentMs, waits) => silentMs < (waits ? 10 : 4) * heartbeatIntervalMs,
    )
    t.after(close)
    await pass(10 * heartbeatIntervalMs)
    const before = beats.length
    begin(0)
    end(0)
    await pass(4 * heartbeatIntervalMs)
    assert.equal(beats.length, before + 1)
    assert.equal(beats.at(-1)!.completed, 1)
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
    progress.begin(0, 0)
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
