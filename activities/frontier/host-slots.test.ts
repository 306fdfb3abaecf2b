import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { FrontierState } from './state/frontier-state.ts'
import type { HostClock } from '../hosts/host-clock.ts'
import { freeSlots, laneShare, sliceSize } from './host-slots.ts'
import { RunningSlices } from './running-slices.ts'

const host = 'site.test'

/** A crawl with this many pages waiting for HTTP and for a browser. */
const crawl = (http: number, browser: number, clock: Partial<HostClock> = {}): FrontierState =>
  job('crawl', http, browser, clock)

function job(
  kind: 'crawl' | 'batch',
  http: number,
  browser: number,
  clock: Partial<HostClock> = {},
  limit = 1_000,
): FrontierState {
  const state = new FrontierState({ kind, limit, render: 'auto', keyOf: (url) => url }, `http://${host}/`)
  for (let at = 0; at < http + browser; at += 1) {
    state.add({ url: `http://${host}/${at}`, depth: 1, parent: null, state: 'pending' })
    if (at >= http) state.change(at, { lane: 'browser' })
  }
  state.setHost(host, { ...state.hostClock(host), finishedPages: 500, ...clock })
  return state
}

const running = (...lanes: ('http' | 'browser')[]): RunningSlices => {
  const slices = new RunningSlices([], new Set())
  for (const lane of lanes) slices.add({ lane, hosts: [host] })
  return slices
}

describe('slots of a host', () => {
  it('are those of each lane, whatever the other has running', () => {
    const state = crawl(500, 500)
    assert.equal(freeSlots(state, running('browser', 'browser'), host, 'http'), frontierLimits.slicesPerHostMax)
    assert.equal(freeSlots(state, running('browser', 'browser'), host, 'browser'), 0)
  })

  it('are one for both lanes while starts are spaced, or nothing is known of the host', () => {
    for (const clock of [{ crawlDelayMs: 2_000 }, { startsPerSec: 3 }, { finishedPages: 0 }]) {
      const state = crawl(500, 500, clock)
      assert.equal(freeSlots(state, running(), host, 'http'), 1)
      assert.equal(freeSlots(state, running('browser'), host, 'http'), 0)
      assert.equal(freeSlots(state, running('http'), host, 'browser'), 0)
    }
  })

  it('halve the host between lanes that both have work there', () => {
    const whole = laneShare(crawl(500, 0), running('http'), host, 'http').concurrency
    const halves = (['http', 'browser'] as const).map((lane) => laneShare(crawl(500, 500), running(), host, lane))
    assert.deepEqual(
      halves.map(({ concurrency }) => concurrency),
      [whole / 2, whole / 2],
    )
    assert.equal(laneShare(crawl(500, 0), running('browser'), host, 'http').concurrency, whole / 2)
  })
})

describe('slices', () => {
  it('of a browser are small, and smaller while its way with the host is not known', () => {
    const sizes = [0, 1, 5, 100].map((browserPages) => sliceSize(crawl(500, 500, { browserPages }), host, 'browser', 1))
    assert.deepEqual(sizes, [1, 4, 20, frontierLimits.browserSlicePagesMax])
    assert.equal(sliceSize(crawl(500, 500), host, 'http', 1), frontierLimits.slicePagesMax)
  })

  it('of a crawl are larger than those of a batch, which grows by its slices', () => {
    assert.equal(sliceSize(job('crawl', 900, 0), host, 'http', 2), frontierLimits.slicePagesMax)
    assert.equal(sliceSize(job('batch', 900, 0), host, 'http', 2), frontierLimits.batchSlicePagesMax)
  })

  it('divide what the limit still covers, not all that waits', () => {
    assert.equal(sliceSize(job('crawl', 900, 0, {}, 300), host, 'http', 2), 150)
  })

  it('leave pages for the slot of a slice in progress, but no small rest', () => {
    const sizes = [900, 250, 60, 20].map((pages) => sliceSize(crawl(pages, 0), host, 'http', 1))
    assert.deepEqual(sizes, [frontierLimits.slicePagesMax, 125, frontierLimits.slicePagesMin, 20])
  })

  it('of each lane go by what that lane has shown to be quick', () => {
    const state = crawl(500, 500, { browserPages: 100, pagesPerSec: 10, browserPagesPerSec: 1 })
    assert.deepEqual([sliceSize(state, host, 'http', 1), sliceSize(state, host, 'browser', 1)], [50, 5])
  })
})
