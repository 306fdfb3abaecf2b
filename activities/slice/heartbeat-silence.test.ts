import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { mayBeSilent, type SilentSlice } from './heartbeat-silence.ts'
import { SliceResources } from './slice-resources.ts'
import { startBeatsLab } from './testing/beats-lab.ts'

const { heartbeatIntervalMs: stepMs, silenceBeforeStartMs, silenceMsMax, silenceLoadingMsMax } = sliceLimits
const waiting: SilentSlice = {
  silentMs: 2_000,
  waits: true,
  startsInMs: 5_000,
  silenceMs: 60_000,
  heartbeatTimeoutMs: 30_000,
}

/**
 * Runs a slice on a host with a crawl-delay, among others.
 * @returns times of its heartbeats and what each reported; times of the starts of its pages, which take 100 ms.
 */
async function beatsOf(slices: number, delayMs: number, pages: number) {
  const resources = new SliceResources(8)
  for (let at = 0; at < slices; at += 1) resources.enter()
  // Beats are not in step with the starts.
  const starts = Array.from({ length: pages }, (_, at) => 200 + at * delayMs)
  const times: number[] = []
  const slice = startBeatsLab((silentMs, waits) => {
    const nowMs = Date.now()
    const startsInMs = (starts.find((start) => start > nowMs) ?? Infinity) - nowMs
    const silenceMs = resources.silenceMs(waits)
    const isSilent = mayBeSilent({ silentMs, waits, startsInMs, silenceMs, heartbeatTimeoutMs: 30_000 })
    if (!isSilent) times.push(nowMs)
    return isSilent
  }, pages)
  try {
    await slice.pass(200, 100)
    for (const index of starts.keys()) {
      slice.begin(index)
      await slice.pass(100, 100)
      slice.end(index)
      await slice.pass(delayMs - 100, 100)
    }
  } finally {
    slice.close()
  }
  const beats = slice.beats.map(({ completed }, at) => ({ atMs: times[at]!, completed }))
  assert.equal(beats.length, times.length)
  return { beats, starts }
}

describe('heartbeats of a slice that waits for its hosts', () => {
  it('are sent once in the second before a page starts, whenever the last one was', () => {
    const startsInMs = silenceBeforeStartMs - 100
    assert.equal(mayBeSilent(waiting), true)
    assert.equal(mayBeSilent({ ...waiting, startsInMs }), false)
    assert.equal(mayBeSilent({ ...waiting, startsInMs: startsInMs - stepMs, silentMs: stepMs }), true)
    const justBeforeMs = silenceBeforeStartMs - stepMs - 10
    assert.equal(mayBeSilent({ ...waiting, startsInMs: justBeforeMs, silentMs: 2 * stepMs - 10 }), false)
  })

  it('are sent in each interval by a process with few slices, also before a start', () => {
    for (const startsInMs of [5_000, 600, 100]) {
      assert.equal(mayBeSilent({ ...waiting, startsInMs, silenceMs: 60, silentMs: stepMs }), false)
    }
  })

  it('are never further apart than a share of the heartbeat timeout', () => {
    const mostMs = 10_000 * sliceLimits.silenceShareMax
    assert.equal(mayBeSilent({ ...waiting, heartbeatTimeoutMs: 10_000, silentMs: mostMs - stepMs }), false)
    assert.equal(mayBeSilent({ ...waiting, heartbeatTimeoutMs: 5_000 }), false)
  })

  it('leave a cancelled slice half of its grace, however many slices there are and however long the timeout', () => {
    const resources = new SliceResources(8)
    for (let at = 0; at < sliceLimits.slicesMax; at += 1) resources.enter()
    const silenceMs = resources.silenceMs(true)
    const slice = { ...waiting, silenceMs, heartbeatTimeoutMs: 600_000, startsInMs: 60_000 }
    // The next beat would come an interval later.
    assert.equal(mayBeSilent({ ...slice, silentMs: temporalLimits.cancelFlushMs / 2 - stepMs }), false)
    assert.equal(mayBeSilent({ ...slice, silentMs: silenceMsMax - stepMs - 1 }), true)
  })

  it('are few for each page with a crawl-delay, and report the end of each page soon', async () => {
    const pages = 20
    const { beats, starts } = await beatsOf(500, 10_000, pages)
    assert.ok(beats.length <= 4 * pages + 1, `${beats.length} heartbeats for ${pages} pages`)
    for (const [page, start] of starts.entries()) {
      const isTold = beats.some(({ atMs }) => atMs >= start - silenceBeforeStartMs && atMs < start)
      assert.ok(isTold || page === 0, `none before ${start} ms`)
      const storedMs = start + 100 + sliceLimits.segmentFlushIntervalMs
      const reported = beats.find(({ completed }) => completed > page)
      assert.ok((reported?.atMs ?? Infinity) <= storedMs + silenceLoadingMsMax + stepMs, `page ${page} is not reported`)
    }
  })
})
