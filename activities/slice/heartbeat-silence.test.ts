import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { mayBeSilent, type SilentSlice } from './heartbeat-silence.ts'
import { SliceResources } from './slice-resources.ts'

const { heartbeatIntervalMs: stepMs, silenceBeforeStartMs } = sliceLimits
const waiting: SilentSlice = {
  silentMs: 2_000,
  waits: true,
  startsInMs: 5_000,
  silenceMs: 60_000,
  heartbeatTimeoutMs: 30_000,
}

/** Simulates a slice on a host with a crawl-delay, whose pages take no time. @returns times of its heartbeats. */
function beatsOf(slices: number, delayMs: number, lastsMs: number): number[] {
  const resources = new SliceResources(8)
  for (let at = 0; at < slices; at += 1) resources.enter()
  const beats: number[] = []
  let lastMs = -Infinity
  // Beats are not in step with the starts.
  for (let nowMs = 200; nowMs < lastsMs; nowMs += stepMs) {
    const sinceStartMs = nowMs % delayMs
    // The end of a page is a change, which the first beat after it reports.
    const waits = sinceStartMs > stepMs && lastMs > nowMs - sinceStartMs
    const silentMs = nowMs - lastMs
    const slice = { silentMs, waits, startsInMs: delayMs - sinceStartMs, silenceMs: resources.silenceMs(waits) }
    if (mayBeSilent({ ...slice, heartbeatTimeoutMs: 30_000 })) continue
    beats.push(nowMs)
    lastMs = nowMs
  }
  return beats
}

describe('heartbeats of a slice that waits for its hosts', () => {
  it('are sent once in the second before a page starts', () => {
    const startsInMs = silenceBeforeStartMs - 100
    assert.equal(mayBeSilent(waiting), true)
    assert.equal(mayBeSilent({ ...waiting, startsInMs }), false)
    assert.equal(mayBeSilent({ ...waiting, startsInMs: startsInMs - stepMs, silentMs: stepMs }), true)
  })

  it('are sent in each interval by a process with few slices, also before a start', () => {
    for (const startsInMs of [5_000, 600, 100]) {
      assert.equal(mayBeSilent({ ...waiting, startsInMs, silenceMs: 60, silentMs: stepMs }), false)
    }
  })

  it('are never further apart than a share of the heartbeat timeout', () => {
    const mostMs = waiting.heartbeatTimeoutMs * sliceLimits.silenceShareMax
    assert.equal(mayBeSilent({ ...waiting, silentMs: mostMs - stepMs }), false)
    assert.equal(mayBeSilent({ ...waiting, heartbeatTimeoutMs: 5_000 }), false)
  })

  it('are two for each page in a process with five hundred slices and a crawl-delay of ten seconds', () => {
    const pages = 20
    const beats = beatsOf(500, 10_000, pages * 10_000)
    assert.ok(beats.length <= 2 * pages + 1, `${beats.length} heartbeats for ${pages} pages`)
    const starts = Array.from({ length: pages - 1 }, (_, at) => (at + 1) * 10_000)
    for (const start of starts) {
      assert.ok(
        beats.some((at) => at >= start - silenceBeforeStartMs && at < start),
        `none before ${start} ms`,
      )
    }
  })
})
