import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HostPacer } from './host-pacer.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import type { HostShare } from '@seine/shared/pages/slice-shapes.ts'

const pacerOf = (share: Partial<HostShare> = {}): HostPacer =>
  new HostPacer({
    host: 'a.test',
    concurrency: 8,
    concurrencyMax: 32,
    startsPerSec: null,
    rateRaisePerSec: 0.01,
    crawlDelayMs: null,
    ...share,
  })

const answered: HostSign = { kind: 'answered' }
const throttled = (retryAfterMs: number | null = null): HostSign => ({ kind: 'throttled', retryAfterMs })

/** Starts pages until the host is full and returns their numbers. */
function fill(pacer: HostPacer, nowMs: number): number[] {
  const pages: number[] = []
  while (!pacer.isFull) pages.push(pacer.start(nowMs))
  return pages
}

/** Times of the first starts at the pace the pacer allows, when every page takes `pageMs`. */
function startsOf(
  pacer: HostPacer,
  count: number,
  pageMs: number,
  lateMs: (start: number) => number = () => 0,
): number[] {
  const starts: number[] = []
  let nowMs = 0
  for (let at = 0; at < count; at += 1) {
    nowMs = Math.max(nowMs, pacer.nextStartMs) + lateMs(at)
    starts.push(Math.round(nowMs))
    const page = pacer.start(nowMs)
    nowMs += pageMs
    pacer.end(page, answered, nowMs)
  }
  return starts
}

describe('HostPacer', () => {
  it('rises by one page for every round trip that is answered, up to its share', () => {
    const pacer = pacerOf({ concurrency: 2, concurrencyMax: 4 })
    const widths: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const pages = fill(pacer, round * 10)
      widths.push(pages.length)
      for (const page of pages) pacer.end(page, answered, round * 10 + 5)
    }
    assert.deepEqual(widths.slice(0, 2), [2, 2])
    assert.deepEqual(widths.slice(-2), [4, 4])
    assert.deepEqual(
      widths,
      widths.toSorted((a, b) => a - b),
    )
  })

  it('does not rise on what it makes no use of', () => {
    const pacer = pacerOf()
    for (let at = 0; at < 100; at += 1) pacer.end(pacer.start(at), answered, at)
    assert.equal(pacer.report(100).concurrency, 8)
  })

  for (const kind of ['unreachable', 'overloaded'] as const) {
    it(`halves its pages in flight once a round trip (${kind})`, () => {
      const pacer = pacerOf()
      for (const page of fill(pacer, 0)) pacer.end(page, { kind }, 10)
      assert.equal(pacer.report(10).concurrency, 4)
      for (const page of fill(pacer, 20)) pacer.end(page, { kind }, 30)
      assert.equal(pacer.report(30).concurrency, 2)
      assert.equal(pacer.isThrottled, false)
    })
  }

  it('never falls below one page', () => {
    const pacer = pacerOf({ concurrency: 1 })
    pacer.end(pacer.start(0), { kind: 'unreachable' }, 1)
    assert.equal(pacer.isFull, false)
    assert.equal(pacer.report(1).concurrency, 1)
  })

  it('does not change for pages without an answer about the host', () => {
    const pacer = pacerOf()
    for (const page of fill(pacer, 0)) pacer.end(page, { kind: 'none' }, 10)
    const { answered: answers, unreachable, concurrency, elapsedMs } = pacer.report(10)
    assert.deepEqual([answers, unreachable, concurrency, elapsedMs], [0, 0, 8, 0])
  })

  it('loads fewer pages when the process is behind, at most once a second, and no more meanwhile', () => {
    const pacer = pacerOf({ concurrency: 10 })
    const widthAt = (nowMs: number): number => {
      const pages = fill(pacer, nowMs)
      for (const page of pages) pacer.end(page, answered, nowMs)
      return pages.length
    }
    pacer.slowDown(0)
    pacer.slowDown(999)
    assert.deepEqual([widthAt(999), widthAt(999)], [7, 7])
    pacer.slowDown(1_000)
    assert.equal(widthAt(1_000), 4)
    // The rounds afterwards lead back to what the host can bear.
    assert.deepEqual([2_001, 2_002, 2_003, 2_004].map(widthAt), [4, 5, 5, 6])
  })

  it('still takes faults of the host into account when the process is behind', () => {
    const pacer = pacerOf({ concurrency: 16 })
    const pages = fill(pacer, 0)
    pacer.slowDown(500)
    pacer.end(pages[0]!, { kind: 'overloaded' }, 600)
    assert.equal(pacer.report(600).concurrency, 5)
    for (const page of pages.slice(1)) pacer.end(page, answered, 700)
    for (const page of fill(pacer, 800)) pacer.end(page, { kind: 'unreachable' }, 900)
    assert.equal(pacer.report(900).concurrency, 2)
  })

  it('does not report of a host that the process is behind', () => {
    const pacer = pacerOf({ concurrency: 10 })
    pacer.slowDown(0)
    for (const page of fill(pacer, 1_000)) pacer.end(page, answered, 1_000)
    assert.equal(pacer.report(1_000).concurrency, 10)
  })

  it('is over with a host that requests rest, and reports what it requested', () => {
    const pacer = pacerOf()
    const pages = fill(pacer, 100)
    pacer.end(pages[0]!, answered, 150)
    pacer.end(pages[1]!, throttled(3_000), 200)
    assert.equal(pacer.isThrottled, true)
    assert.deepEqual(pacer.report(700), {
      host: 'a.test',
      elapsedMs: 100,
      answered: 1,
      throttled: 1,
      unreachable: 0,
      retryAfterMs: 3_000,
      throttledAgoMs: 500,
      concurrency: 4,
      crawlDelayMs: null,
    })
  })

  it('reports the longest rest of several', () => {
    const pacer = pacerOf()
    const [first, second, third] = fill(pacer, 0)
    pacer.end(first!, throttled(1_000), 10)
    pacer.end(second!, throttled(5_000), 20)
    pacer.end(third!, throttled(), 30)
    const { throttled: times, retryAfterMs, throttledAgoMs } = pacer.report(100)
    assert.deepEqual([times, retryAfterMs, throttledAgoMs], [3, 5_000, 80])
  })

  it('spaces starts by the rate of the host', () => {
    assert.deepEqual(startsOf(pacerOf({ startsPerSec: 10 }), 4, 1), [0, 100, 200, 300])
  })

  it('makes good for starts that were a little late, not for long pauses', () => {
    const late = startsOf(pacerOf({ startsPerSec: 10 }), 4, 1, (start) => (start === 1 ? 15 : 0))
    assert.deepEqual(late, [0, 115, 200, 300])
    const paused = startsOf(pacerOf({ startsPerSec: 10 }), 4, 1, (start) => (start === 1 ? 1_000 : 0))
    assert.ok(paused[2]! - paused[1]! >= 75, paused.join(' '))
    assert.ok(paused[3]! - paused[2]! >= 95, paused.join(' '))
  })

  it('raises the rate slowly while all goes well', () => {
    const starts = startsOf(pacerOf({ startsPerSec: 10 }), 101, 1)
    const tenSecs = starts.at(-1)!
    assert.ok(tenSecs < 10_000 && tenSecs > 9_000, String(tenSecs))
  })

  it('keeps a crawl-delay between starts, one page at a time', () => {
    const pacer = pacerOf({ crawlDelayMs: 2_000, startsPerSec: 10 })
    const page = pacer.start(0)
    assert.equal(pacer.isFull, true)
    pacer.end(page, answered, 500)
    assert.deepEqual([pacer.isFull, pacer.nextStartMs], [false, 2_000])
    assert.equal(pacer.report(500).concurrency, 1)
  })

  it('goes by the rate where that is slower than the crawl-delay', () => {
    const pacer = pacerOf({ crawlDelayMs: 100, startsPerSec: 1 })
    pacer.end(pacer.start(0), answered, 10)
    assert.equal(pacer.nextStartMs, 1_000)
  })

  it('obeys a crawl-delay at once that it learns of on the way, the longest of several', () => {
    const pacer = pacerOf()
    const page = pacer.start(1_000)
    pacer.bindCrawlDelay(3_000)
    pacer.bindCrawlDelay(null)
    pacer.bindCrawlDelay(2_000)
    assert.deepEqual([pacer.isFull, pacer.nextStartMs], [true, 4_000])
    pacer.end(page, answered, 1_100)
    assert.equal(pacer.report(1_100).crawlDelayMs, 3_000)
  })

  it('may start at once when it learns of the crawl-delay before the first page', () => {
    const pacer = pacerOf()
    pacer.bindCrawlDelay(3_000)
    assert.ok(pacer.nextStartMs <= 0)
  })
})

it('reports the time in which a host was silent, counted once', () => {
  const pacer = pacerOf()
  const [first, second] = [pacer.start(0), pacer.start(10)]
  pacer.repeat(5_000, 5_000)
  pacer.repeat(5_010, 5_000)
  pacer.end(first, answered, 5_050)
  pacer.end(second, answered, 5_060)
  const { elapsedMs, silentMs } = pacer.report(5_060)
  assert.deepEqual([elapsedMs, silentMs], [5_060, 5_010])
})
