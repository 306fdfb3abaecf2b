import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { kindsOf, linkedPage, reportOf, root, runSlice } from './testing/run-slice.ts'

const paths = (count: number): string[] => Array.from({ length: count }, (_, at) => `/${at}`)
const on = (host: string, path: string) => ({ url: `http://${host}${path}` })
const pause = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms))

describe('the pace of a slice', () => {
  it('asks for as many pages at a time as its share of the host, and for more as it answers', async () => {
    let inFlight = 0
    const seen: number[] = []
    const done = await runSlice({
      paths: paths(60),
      share: { concurrency: 2, concurrencyMax: 6 },
      answer: () => {
        inFlight += 1
        seen.push(inFlight)
        return { ...linkedPage(), gate: pause(50).then(() => void (inFlight -= 1)) }
      },
    })
    assert.deepEqual(seen.slice(0, 2), [1, 2])
    assert.ok(Math.max(...seen.slice(0, 4)) <= 3)
    assert.equal(Math.max(...seen), 6)
    assert.equal(reportOf(done).concurrency, 6)
    assert.equal(reportOf(done).answered, 60)
  })

  it('hands back what is left of a host that throttles, and counts only what it began', async () => {
    let answers = 0
    const done = await runSlice({
      paths: paths(40),
      share: { concurrency: 2, concurrencyMax: 2 },
      answer: () => {
        answers += 1
        return answers <= 10 ? linkedPage() : { status: 503, headers: { 'retry-after': '1' } }
      },
    })
    assert.ok(done.web.requests.length <= 12)
    const { answered, throttled, retryAfterMs } = reportOf(done)
    assert.deepEqual([answered, retryAfterMs], [10, 1_000])
    const deferred = done.result!.outcomes.filter((outcome) => outcome.kind === 'deferred')
    assert.equal(deferred.length, throttled)
    assert.ok(deferred.every(({ charged, delayMs }) => !charged && delayMs === 1))
    assert.deepEqual(
      [done.summary?.completed, done.summary?.failed, done.summary?.startedFirst, done.summary?.returned],
      [10, 0, 10 + throttled, 30],
    )
    assert.equal(done.result?.outcomes.length, 10 + throttled)
  })

  it('asks a host that does not answer for fewer pages at a time', async () => {
    const done = await runSlice({
      paths: paths(8),
      answer: () => ({ error: new EgressError('timeout', 'timeout') }),
    })
    const { unreachable, answered, concurrency } = reportOf(done)
    assert.deepEqual([unreachable, answered, concurrency], [8, 0, 1])
    assert.ok(done.result?.outcomes.every((outcome) => outcome.kind === 'deferred' && outcome.charged))
  })

  it('does not report of the host that its process is behind', async () => {
    const done = await runSlice({ paths: paths(4), isBehind: () => true, answer: () => linkedPage() })
    assert.equal(reportOf(done).concurrency, 4)
    assert.equal(done.summary?.completed, 4)
  })

  it('keeps the rate of its share', async () => {
    const starts: number[] = []
    await runSlice({
      paths: paths(4),
      share: { startsPerSec: 5 },
      answer: () => {
        starts.push(performance.now())
        return linkedPage()
      },
    })
    // Nominally 600 ms, but on a busy machine the first page may lose time between its turn and its request.
    assert.ok(starts.at(-1)! - starts[0]! >= 300)
  })

  it('keeps the crawl-delay that it reads in robots.txt, one page at a time', async () => {
    const starts: number[] = []
    const done = await runSlice({
      paths: paths(3),
      robots: ['/none\nCrawl-delay: 0.5'],
      answer: () => {
        starts.push(performance.now())
        return linkedPage()
      },
    })
    // On a busy machine each page may lose time between its turn and its request.
    assert.ok(starts[1]! - starts[0]! >= 250 && starts[2]! - starts[1]! >= 250)
    assert.deepEqual([reportOf(done).crawlDelayMs, reportOf(done).concurrency], [500, 1])
  })

  it('continues with its other hosts when one throttles and one is dead', async () => {
    const done = await runSlice({
      batch: {},
      paths: [
        ...paths(6).map((path) => on('busy.test', path)),
        ...paths(6).map((path) => on('dead.test', path)),
        ...paths(6).map((path) => on('fine.test', path)),
      ],
      answer: (_, { host }): FakeAnswer => {
        if (host === 'busy.test') return { status: 429 }
        if (host === 'dead.test') return { error: new EgressError('connect_error', 'refused') }
        return linkedPage()
      },
    })
    assert.deepEqual(
      ['busy.test', 'dead.test', 'fine.test'].map((host) => {
        const { answered, throttled, unreachable } = reportOf(done, host)
        return [answered, Math.min(throttled, 1), unreachable]
      }),
      [
        [0, 1, 0],
        [0, 0, 6],
        [6, 0, 0],
      ],
    )
    assert.equal(done.summary?.completed, 6)
    assert.equal(done.result?.hosts.length, 3)
  })

  it('finishes the pages of 31 hosts before one that hangs', async () => {
    const hosts = Array.from({ length: 31 }, (_, at) => `h${at}.test`)
    const release = Promise.withResolvers<void>()
    let fine = 0
    const done = await runSlice({
      batch: {},
      share: { concurrency: 8, concurrencyMax: 32 },
      paths: [
        ...paths(7).map((path) => on('hangs.test', path)),
        ...hosts.flatMap((host) => paths(3).map((path) => on(host, path))),
      ],
      answer: (_, { host }): FakeAnswer => {
        if (host === 'hangs.test') return { ...linkedPage(), gate: release.promise }
        fine += 1
        if (fine === 93) release.resolve()
        return linkedPage()
      },
    })
    assert.equal(done.summary?.completed, 100)
  })

  it('reports a page that another host answered for as answered, and its pause as its own', async () => {
    const done = await runSlice({
      batch: {},
      share: { concurrency: 1, concurrencyMax: 1 },
      paths: [on('short.test', '/dead'), on('short.test', '/busy'), on('short.test', '/never')],
      answer: (path, { host }): FakeAnswer => {
        if (host === 'short.test') return { redirect: `http://long.test${path}` }
        return path === '/dead' ? { error: new EgressError('timeout', 'timeout') } : { status: 429 }
      },
    })
    assert.deepEqual(kindsOf(done), ['deferred', 'deferred'])
    const { answered, throttled, unreachable } = reportOf(done, 'short.test')
    assert.deepEqual([answered, throttled, unreachable], [1, 1, 0])
  })

  it('spreads the pauses of pages that failed together', async () => {
    const done = await runSlice({ paths: paths(20), answer: () => ({ status: 500 }) })
    const delays = done.result!.outcomes.map((outcome) => (outcome.kind === 'deferred' ? outcome.delayMs : 0))
    assert.ok(new Set(delays).size > 10)
    assert.ok(delays.every((delayMs) => delayMs >= 750 && delayMs <= 1_250))
  })

  it('asks for robots.txt once, and not again for a redirect on the same host', async () => {
    const done = await runSlice({
      paths: ['/a', '/b'],
      answer: (path) => (path === '/a' ? { redirect: `${root}/c` } : linkedPage()),
    })
    assert.equal(done.robotsReads, 1)
  })
})
