import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { HostReport } from '@seine/shared/pages/slice-shapes.ts'
import { afterSlice, isSpaced, newHostClock, notBeforeMs, shareOf, type HostClock } from './host-clock.ts'

const host = 'site.test'

const report = (patch: Partial<HostReport> = {}): HostReport => ({
  host,
  elapsedMs: 1_000,
  answered: 10,
  throttled: 0,
  unreachable: 0,
  retryAfterMs: null,
  throttledAgoMs: null,
  concurrency: 8,
  crawlDelayMs: null,
  ...patch,
})

/** Applies reports one after the other, each at its time. */
const after = (clock: HostClock, ...reports: [nowMs: number, Partial<HostReport>][]): HostClock =>
  reports.reduce(
    (each, [nowMs, patch]) =>
      afterSlice(each, report(patch), { lane: 'http', granted: 8, finished: 10, nowMs, jitter: 0.5 }),
    clock,
  )

describe('the clock of a host', () => {
  it('starts wide and unspaced', () => {
    const clock = newHostClock()
    assert.equal(shareOf(host, clock, 1).concurrency, 8)
    assert.equal(shareOf(host, clock, 2).concurrency, 4)
    assert.equal(isSpaced(clock), false)
    assert.equal(notBeforeMs(clock), 0)
  })

  it('takes over what slices found of its concurrency, within bounds', () => {
    assert.equal(after(newHostClock(), [0, { concurrency: 11 }]).concurrency, 11)
    assert.equal(after(newHostClock(), [0, { concurrency: 4 }], [9, { concurrency: 4 }]).concurrency, 1)
    const wide = after(newHostClock(), [0, { concurrency: 40 }], [1, { concurrency: 40 }])
    assert.equal(wide.concurrency, frontierLimits.hostConcurrencyMax)
  })

  it('waits as long as the host requested, less what has passed', () => {
    const clock = after(newHostClock(), [10_000, { throttled: 1, retryAfterMs: 5_000, throttledAgoMs: 1_000 }])
    assert.equal(clock.backOffUntilMs, 14_000)
  })

  it('learns the accepted rate of a host from a burst and the rest after it', () => {
    // 20 pages in 100 ms, then a refusal for one second: 20 pages in 1.1 s.
    const clock = after(newHostClock(), [
      100,
      { elapsedMs: 100, answered: 20, throttled: 4, retryAfterMs: 1_000, throttledAgoMs: 0 },
    ])
    assert.ok(Math.abs(clock.startsPerSec! - (0.9 * 20) / 1.1) < 0.01)
    assert.equal(isSpaced(clock), true)
  })

  it('adds what a second slice got answered in the same time', () => {
    const throttled = { elapsedMs: 100, answered: 10, throttled: 1, retryAfterMs: 1_000, throttledAgoMs: 0 }
    const clock = after(newHostClock(), [100, throttled], [110, throttled])
    assert.ok(Math.abs(clock.startsPerSec! - (0.9 * 20) / 1.11) < 0.1)
  })

  it('raises a learned rate while the host answers, and learns again when it refuses', () => {
    const learned = after(newHostClock(), [100, { elapsedMs: 100, answered: 20, throttled: 1, retryAfterMs: 900 }])
    const later = after(learned, [11_000, { elapsedMs: 10_000, answered: 160 }])
    assert.ok(later.startsPerSec! > learned.startsPerSec! && later.startsPerSec! < learned.startsPerSec! * 3)
    const again = after(later, [12_000, { elapsedMs: 1_000, answered: 10, throttled: 1, retryAfterMs: 1_000 }])
    assert.ok(again.startsPerSec! < later.startsPerSec!)
  })

  it('halves a rate that leads to nothing but refusals', () => {
    const window = { startMs: 0, answers: 5, endMs: 10 }
    const learned = { ...newHostClock(), startsPerSec: 16, isRateSettled: true, window }
    const clock = after(learned, [5_000, { elapsedMs: 0, answered: 0, throttled: 1, retryAfterMs: 1_000 }])
    assert.equal(clock.startsPerSec, 8)
  })

  it('raises a rate the more slowly the longer a refusal costs', () => {
    const raise = (retryAfterMs: number) => {
      const clock = after(newHostClock(), [100, { elapsedMs: 100, answered: 20, throttled: 1, retryAfterMs }])
      return shareOf('site.test', clock, 1).rateRaisePerSec
    }
    assert.ok(raise(1_000) > raise(10_000) && raise(10_000) > raise(60_000))
  })

  it('takes two slices that met the same refusal for one', () => {
    const refused: Partial<HostReport> = { elapsedMs: 1_000, throttled: 1, retryAfterMs: 2_000, throttledAgoMs: 0 }
    const once = after(newHostClock(), [1_000, { ...refused, answered: 10 }])
    const twice = after(once, [1_100, { ...refused, answered: 10 }])
    assert.ok(twice.startsPerSec! > once.startsPerSec!)
    assert.equal(twice.rests, once.rests)
  })

  it('doubles pauses the host does not name, up to a bound, and forgets them after an answer', () => {
    const refusal: Partial<HostReport> = { answered: 0, throttled: 1, throttledAgoMs: 0 }
    const pauses: number[] = []
    let clock = newHostClock()
    for (let times = 0; times < 8; times += 1) {
      clock = after(clock, [times * 1_000_000, refusal])
      pauses.push(clock.backOffUntilMs - times * 1_000_000)
    }
    assert.deepEqual(pauses, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
    assert.equal(after(clock, [9_000_000, {}]).rests, 0)
  })

  it('spreads pauses the host does not name', () => {
    const pauses = [0, 1].map(
      (jitter) =>
        afterSlice(newHostClock(), report({ answered: 0, throttled: 1 }), {
          lane: 'http',
          granted: 8,
          finished: 0,
          nowMs: 0,
          jitter,
        }).backOffUntilMs,
    )
    assert.deepEqual(pauses, [1_500, 2_500])
  })

  it('counts a stall from the first refusal without an answer', () => {
    const refusal: Partial<HostReport> = { answered: 0, throttled: 1, retryAfterMs: 10 }
    const stalled = after(newHostClock(), [1_000, refusal], [2_000, refusal])
    assert.equal(stalled.stalledSinceMs, 1_000)
    assert.equal(after(stalled, [3_000, { answered: 1, throttled: 1 }]).stalledSinceMs, null)
  })

  it('keeps the crawl-delay apart from what the host requested', () => {
    const slow = after(newHostClock(), [1_000, { crawlDelayMs: 4_000 }])
    assert.equal(slow.backOffUntilMs, 0)
    assert.equal(slow.nextTurnMs, 5_000)
    assert.equal(isSpaced(slow), true)
    const both = after(slow, [6_000, { throttled: 1, retryAfterMs: 30_000, throttledAgoMs: 0 }])
    assert.equal(notBeforeMs(both), 36_000)
    assert.equal(both.nextTurnMs, 10_000)
  })

  it('does not count a slice that made no request as a turn', () => {
    const slow = { ...newHostClock(), crawlDelayMs: 4_000, nextTurnMs: 2_000 }
    const clock = after(slow, [9_000, { elapsedMs: 0, answered: 0 }])
    assert.equal(clock.nextTurnMs, 2_000)
    assert.equal(clock.window, null)
  })
})
