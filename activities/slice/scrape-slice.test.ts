import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import { begunKey, begunPrefix, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { payloadBytes } from '@seine/shared/temporal/payload-size.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { heartbeatOf } from '@seine/shared/temporal/testing/slice-heartbeat.ts'
import { ThreadStartError } from '../extract/extractor-thread.ts'
import { SliceInterruptedError, type SliceStop } from './slice-stop.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { kindsOf as kinds, linkedPage as page, reportOf, root, runSlice as run } from './testing/run-slice.ts'

const bits = (positions: number): string => Buffer.from([positions]).toString('base64')

/** A page is requested only after the previous ones have been read. */
const oneAtATime = { concurrency: 1, concurrencyMax: 1 }

describe('scrapeSlice', () => {
  it('makes every page durable and reports its links', async () => {
    const done = await run({ paths: ['/a', '/b'], answer: (path) => page([`${root}${path}/child`]) })
    assert.deepEqual(kinds(done), ['scraped', 'scraped'])
    assert.deepEqual(done.result?.urls.toSorted(), [`${root}/`, `${root}/a/child`, `${root}/b/child`])
    assert.deepEqual(done.records.map(({ url }) => url).toSorted(), [`${root}/a`, `${root}/b`])
    assert.deepEqual(done.summary, {
      slice: 3,
      startedFirst: 2,
      completed: 2,
      failed: 0,
      returned: 0,
      segments: 1,
      links: 3,
    })
  })

  it('returns the result of a slice that has ended, and loads and writes nothing again', async () => {
    const first = await run({ paths: ['/a', '/b'], answer: () => page() })
    const { store } = first
    const objects = (): string[] => [...store.objects].map((entry) => JSON.stringify(entry)).toSorted()
    const before = objects()
    // A worker that died before it reported the slice, or an older Temporal: the attempt begins without a heartbeat.
    const again = await run({ paths: ['/a', '/b'], answer: () => page(), store })
    assert.deepEqual(again.web.requests, [])
    assert.deepEqual(again.summary, first.summary)
    assert.deepEqual(objects(), before)
  })

  it('charges transient faults and hands the page back, keeps final ones', async () => {
    const done = await run({
      paths: ['/500', '/404', '/reset', { url: `${root}/500`, attempt: 2, attempted: true }],
      answer: (path) => {
        if (path === '/reset') return { error: new EgressError('connection_reset', 'reset') }
        return { status: Number(path.slice(1)) }
      },
    })
    assert.deepEqual(kinds(done), ['deferred', 'failed', 'deferred', 'failed'])
    const byStatus = done.records.toSorted((a, b) => (a.status ?? 0) - (b.status ?? 0))
    assert.deepEqual(
      byStatus.map(({ code, status }) => `${code} ${status}`),
      ['http_status 404', 'http_status 500'],
    )
    assert.equal(done.summary?.failed, 2)
    assert.equal(done.summary?.startedFirst, 3)
  })

  it('stops starting pages when the host throttles, without charging any', async () => {
    const paths = Array.from({ length: 40 }, (_, at) => `/${at}`)
    const done = await run({ paths, answer: () => ({ status: 429, headers: { 'retry-after': '3' } }) })
    assert.ok(done.web.requests.length <= 4)
    const { throttled, retryAfterMs, answered } = reportOf(done)
    assert.deepEqual([throttled, retryAfterMs, answered], [4, 3_000, 0])
    assert.equal(done.summary?.returned, 40)
    assert.ok(done.result?.outcomes.every((outcome) => outcome.kind === 'deferred' && !outcome.charged))
  })

  it('fetches nothing that robots.txt refuses', async () => {
    const done = await run({ paths: ['/private/x', '/open'], robots: ['/private/'], answer: () => page() })
    assert.deepEqual(done.web.requests, [`${root}/open`])
    assert.deepEqual(kinds(done), ['robots', 'scraped'])
    assert.equal(done.summary?.startedFirst, 1)
  })

  it('follows redirects inside the scope and refuses the others before they are fetched', async () => {
    const targets: Record<string, string> = {
      '/in': '/landing',
      '/out': 'http://other.test/',
      '/robots': '/private/x',
      '/rules': '/skip/x',
    }
    const done = await run({
      paths: ['/in', '/out', '/robots', '/rules'],
      robots: ['/private/'],
      input: { excludePaths: ['^/skip'] },
      answer: (path) => (targets[path] === undefined ? page() : { redirect: targets[path] }),
    })
    const codes = done.result?.outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.code : outcome.kind))
    assert.deepEqual(codes, ['scraped', 'redirect_out_of_scope', 'redirect_robots', 'redirect_excluded'])
    assert.ok(!done.web.requests.some((url) => url.includes('other.test') || url.includes('private')))
    assert.equal(done.records.find(({ url }) => url === `${root}/in`)?.finalUrl, `${root}/landing`)
  })

  it('lets the start page lead anywhere', async () => {
    const done = await run({
      paths: [{ seq: 0, url: `${root}/` }],
      answer: (path) => (path === '/' ? { redirect: 'http://other.test/home' } : page()),
    })
    assert.deepEqual(kinds(done), ['scraped'])
    assert.equal(done.records[0]?.finalUrl, 'http://other.test/home')
  })

  it('lets the start page lead anywhere also when it is retried, and no other page', async () => {
    const retry = { of: 'crawl-before', codes: null, pages: 2, scopeUrl: `${root}/` }
    const started = await run({
      paths: [
        { seq: 0, url: `${root}/page` },
        { url: `${root}/`, depth: 0 },
      ],
      input: { retry },
      answer: (path, { host }) => (host === 'other.test' ? page() : { redirect: `http://other.test${path}` }),
    })
    const codes = started.result?.outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.code : outcome.kind))
    assert.deepEqual(codes, ['redirect_out_of_scope', 'scraped'])
  })

  it('takes no links from a page that says nofollow while robots are obeyed', async () => {
    const answer = (path: string): FakeAnswer =>
      path === '/meta'
        ? { body: `links: ${root}/x\nrobots: noindex, nofollow` }
        : { body: `links: ${root}/x`, headers: { 'x-robots-tag': 'nofollow' } }
    const obeying = await run({ paths: ['/meta', '/header'], answer })
    assert.deepEqual(obeying.result?.urls, [])
    const ignoring = await run({ paths: ['/meta', '/header'], answer, obeyRobots: false })
    assert.deepEqual(ignoring.result?.urls, [`${root}/x`])
  })

  it('goes by what a page says to its own agent, not to another', async () => {
    const done = await run({
      paths: ['/googlebot', '/seinebot'],
      answer: (path) => ({
        body: `links: ${root}${path}/x`,
        headers: { 'x-robots-tag': `${path.slice(1)}: nofollow` },
      }),
    })
    assert.deepEqual(done.result?.urls, [`${root}/googlebot/x`])
  })

  it('reports to the frontier how many links it left out and what the page states', async () => {
    const done = await run({ paths: ['/a'], answer: () => ({ body: `links: ${root}/x\ndropped: 5` }) })
    const [outcome] = done.result!.outcomes
    const [record] = done.records
    assert.ok(outcome?.kind === 'scraped')
    assert.deepEqual([outcome.linksDropped, record?.linksDropped], [5, 5])
    assert.deepEqual(outcome.sketch, record?.sketch)
    assert.ok(outcome.sketch !== null)
  })

  it('asks again for a page that broke off, then keeps what came of it', async () => {
    const answer = () => ({ ...page(), brokenOff: true })
    const first = await run({ paths: ['/a'], answer })
    assert.deepEqual(kinds(first), ['deferred'])
    const second = await run({ paths: [{ url: `${root}/a`, attempt: 1, attempted: true }], answer })
    assert.deepEqual([second.records[0]?.success, second.records[0]?.warnings], [true, ['truncated']])
  })

  it('fails a page with no body where no browser may look', async () => {
    const input = { page: defaultPageOptions({ render: 'never' }) }
    const done = await run({ paths: ['/empty'], input, answer: () => ({ body: '' }) })
    assert.equal(done.records[0]?.code, 'empty')
  })

  it('resumes where a killed attempt stopped: durable pages are not fetched again', async () => {
    const first = await run({ paths: ['/a', '/b', '/c'], answer: (path) => page([`${root}/from${path}`]) })
    const [key] = first.result!.segments
    first.store.objects.delete(sliceResultKey(crawlJobInput(), 3))
    const kept = first.records.filter(({ url }) => !url.endsWith('/c'))
    await first.store.put(key!, kept.map((record) => JSON.stringify(record)).join('\n'))
    const previous: SliceHeartbeat = heartbeatOf({
      begun: bits(0b111),
      startedFirst: 3,
      done: bits(0b011),
      completed: 2,
      flushed: [[1, 0, 1]],
    })
    const second = await run({
      paths: ['/a', '/b', '/c'],
      answer: (path) => page([`${root}/from${path}`]),
      store: first.store,
      previous,
      attempt: 2,
    })
    assert.deepEqual(second.web.requests, [`${root}/c`])
    assert.equal(second.summary?.startedFirst, 3)
    assert.equal(second.summary?.completed, 3)
    assert.deepEqual(kinds(second), ['scraped', 'scraped', 'scraped'])
    assert.equal(second.result?.segments.length, 2)
    assert.ok(second.result?.urls.includes(`${root}/from/a`))
    assert.equal(new Set(second.records.map(({ url }) => url)).size, second.records.length)
  })

  it('finds the segments that a killed attempt wrote and did not report', async () => {
    const paths = ['/a', '/b', '/c']
    const answer = (path: string): FakeAnswer => page([`${root}/from${path}`])
    const first = await run({ paths, answer })
    first.store.objects.delete(sliceResultKey(crawlJobInput(), 3))
    const previous = heartbeatOf({ begun: bits(0b111), startedFirst: 3 })
    const second = await run({ paths, answer, store: first.store, previous, attempt: 2 })
    assert.deepEqual(second.web.requests, [])
    assert.deepEqual([second.summary?.startedFirst, second.summary?.completed], [3, 3])
    assert.deepEqual(second.result?.segments, first.result?.segments)
    assert.ok(second.result?.urls.includes(`${root}/from/a`))
  })

  it('gives pages back whose records of an earlier attempt are gone', async () => {
    const previous: SliceHeartbeat = heartbeatOf({
      begun: bits(0b01),
      startedFirst: 1,
      done: bits(0b01),
      completed: 1,
      flushed: [[1, 0, 1]],
    })
    const done = await run({ paths: ['/a', '/b'], answer: () => page(), previous, attempt: 2 })
    assert.deepEqual(done.web.requests, [`${root}/b`])
    assert.deepEqual(kinds(done), ['deferred', 'scraped'])
  })

  it('reports a long slice in heartbeats of bounded size', async () => {
    const paths = Array.from({ length: 250 }, (_, at) => `/${'x'.repeat(5_000)}${at}`)
    const done = await run({ paths, answer: () => page() })
    const largest = Math.max(...done.beats.map((beat) => payloadBytes(beat)))
    assert.ok(largest <= temporalLimits.heartbeatDetailsMaxBytes, `${largest} bytes`)
  })

  it('leaves the result of a younger attempt alone and answers by it', async () => {
    const younger = await run({ paths: ['/a', '/b'], answer: () => page(), attempt: 2 })
    const zombie = await run({
      paths: ['/a', '/b'],
      answer: (path) => (path === '/b' ? { status: 404 } : page()),
      store: younger.store,
    })
    assert.deepEqual(zombie.result, younger.result)
    assert.deepEqual(zombie.summary, younger.summary)
  })

  it('counts a page that had begun as failed when robots.txt refuses it later', async () => {
    const previous: SliceHeartbeat = heartbeatOf({ begun: bits(0b001), startedFirst: 1 })
    const paths = ['/private/begun', '/private/fresh', '/open']
    const done = await run({ paths, robots: ['/private/'], answer: () => page(), previous, attempt: 2 })
    assert.deepEqual(kinds(done), ['failed', 'robots', 'scraped'])
    assert.deepEqual([done.summary?.startedFirst, done.summary?.completed, done.summary?.failed], [2, 1, 1])
  })

  it('gives a page that had begun back when its robots.txt cannot be read later', async () => {
    const previous: SliceHeartbeat = heartbeatOf({ begun: bits(0b001), startedFirst: 1 })
    const done = await run({ paths: ['/a', '/b'], isUnread: true, answer: () => page(), previous, attempt: 2 })
    const refused = { kind: 'robots', reason: 'robots_unreachable: http_503' }
    const outcomes = [{ seq: 10, begun: true }, { seq: 11 }].map((each) => ({ ...each, ...refused }))
    assert.deepEqual(done.result?.outcomes, outcomes)
    assert.deepEqual([done.records, done.summary?.failed], [[], 0])
  })

  it('leaves cut-off records but no result when its run has ended', async () => {
    const control = new AbortController()
    const done = await run({
      paths: ['/a', '/hang'],
      share: oneAtATime,
      stop: { signal: control.signal },
      answer: (path) => {
        if (path !== '/hang') return page()
        setTimeout(() => control.abort('disowned' satisfies SliceStop), 20)
        return { gate: new Promise<void>(() => undefined) }
      },
    })
    assert.ok(done.error instanceof SliceInterruptedError)
    assert.equal(done.result, null)
    assert.deepEqual(new Set(done.records.map(({ code }) => code)), new Set(['job_ended', null]))
  })

  it('fetches suspects one by one after two deaths and fails only the page that was alone twice', async () => {
    const previous: SliceHeartbeat = heartbeatOf({
      begun: bits(0b011),
      startedFirst: 2,
      suspect: { index: 0, crashes: 2 },
    })
    const done = await run({ paths: ['/killer', '/bystander', '/fresh'], answer: () => page(), previous, attempt: 6 })
    assert.deepEqual(done.web.requests, [`${root}/bystander`, `${root}/fresh`])
    assert.equal(done.records.find(({ url }) => url.endsWith('/killer'))?.code, 'page_crashed_worker')
    assert.deepEqual([done.summary?.completed, done.summary?.failed, done.summary?.startedFirst], [2, 1, 3])
    assert.ok(done.beats.some(({ suspect }) => suspect?.index === 1 && suspect.crashes === 0))
    assert.equal(done.beats.at(-1)?.suspect, null)
  })

  it('leaves every page it had begun as cut off when its run has ended, deferred ones too', async () => {
    const control = new AbortController()
    const done = await run({
      paths: ['/busy', '/begun', '/hang', '/fresh'],
      previous: heartbeatOf({ begun: bits(0b0010), startedFirst: 1 }),
      attempt: 2,
      stop: { signal: control.signal },
      answer: (path) => {
        if (path === '/busy') return { status: 500 }
        setTimeout(() => control.abort('disowned' satisfies SliceStop), 20)
        return { gate: new Promise<void>(() => undefined) }
      },
    })
    assert.ok(done.error instanceof SliceInterruptedError)
    const begun = Buffer.from(done.beats.at(-1)!.begun, 'base64').readUInt8(0)
    assert.equal(done.records.length, begun.toString(2).replaceAll('0', '').length)
    assert.ok(done.records.every(({ code }) => code === 'job_ended'))
    assert.ok(done.records.some(({ url }) => url.endsWith('/busy')))
  })

  it('clears its suspect when it ends without the death of its worker, before it reaches the suspect', async () => {
    const control = new AbortController()
    control.abort('worker' satisfies SliceStop)
    const done = await run({
      paths: ['/a'],
      previous: heartbeatOf({ begun: bits(0b1), startedFirst: 1, suspect: { index: 0, crashes: 1 } }),
      attempt: 7,
      stop: { signal: control.signal },
      answer: () => page(),
    })
    assert.ok(done.error instanceof SliceInterruptedError)
    assert.deepEqual(done.beats[0]?.suspect, { index: 0, crashes: 1 })
    assert.equal(done.beats.at(-1)?.suspect, null)
  })

  it('reports the crawl-delay of its host even when robots.txt refuses its pages', async () => {
    const done = await run({ paths: ['/private/x'], robots: ['/private/\nCrawl-delay: 7'], answer: () => page() })
    assert.equal(reportOf(done).crawlDelayMs, 7_000)
    assert.deepEqual(done.web.requests, [])
  })

  it('does not sit out turns that lie beyond its time share', async () => {
    const begunAt = Date.now()
    const done = await run({ paths: ['/a', '/b', '/c'], robots: ['/none\nCrawl-delay: 30'], answer: () => page() })
    assert.deepEqual(done.web.requests, [`${root}/a`])
    assert.ok(Date.now() - begunAt < 25_000)
    assert.equal(done.summary?.returned, 2)
  })

  it('counts pages in flight in its heartbeats once a segment that names them is durable', async () => {
    // The slow page answers once its request was recorded, whenever that is.
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const giveUp = setTimeout(open, 60_000)
    const isMidway = ({ startedFirst, completed }: SliceHeartbeat): boolean => startedFirst === 2 && completed === 1
    const done = await run({
      paths: ['/a', '/slow'],
      answer: (path) => (path === '/slow' ? { ...page(), gate } : page()),
      onBeat: (beat) => void (isMidway(beat) && open()),
    })
    clearTimeout(giveUp)
    const segments = done.records.map(({ index, begun }) => [index, begun])
    assert.deepEqual(segments, [
      [0, bits(0b11)],
      [1, bits(0b11)],
    ])
    assert.deepEqual(await done.store.list(begunPrefix(crawlJobInput(), 3)), [])
    assert.equal(done.beats[0]?.startedFirst, 0)
    assert.ok(done.beats.some(isMidway))
    assert.ok(done.beats.every(({ startedFirst, completed }) => startedFirst >= completed))
    assert.equal(done.summary?.startedFirst, 2)
  })

  it('counts pages in flight in its heartbeats once a mark is durable where none comes to its end', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const giveUp = setTimeout(open, 60_000)
    const done = await run({
      paths: ['/slow', '/slower'],
      answer: () => ({ ...page(), gate }),
      onBeat: ({ startedFirst }) => void (startedFirst === 2 && open()),
    })
    clearTimeout(giveUp)
    const mark = await done.store.get(begunKey(crawlJobInput(), 3, 1))
    assert.equal(Buffer.from(mark!).toString('latin1'), bits(0b11))
    assert.equal(done.beats[0]?.startedFirst, 0)
  })

  it('fetches the pages that were in flight one at a time before it suspects any', async () => {
    let inFlight = 0
    const previous: SliceHeartbeat = heartbeatOf({ begun: bits(0b1111), startedFirst: 4 })
    const done = await run({
      paths: ['/a', '/b', '/c', '/d'],
      previous,
      attempt: 3,
      answer: () => {
        inFlight += 1
        assert.equal(inFlight, 1)
        const gate = new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => void (inFlight -= 1))
        return { ...page(), gate }
      },
    })
    assert.equal(done.summary?.completed, 4)
    assert.ok(done.beats.every(({ suspect }) => suspect === null))
  })

  it('does not fail a suspect that was alone only once', async () => {
    const previous: SliceHeartbeat = heartbeatOf({
      begun: bits(0b001),
      startedFirst: 1,
      suspect: { index: 0, crashes: 0 },
    })
    const done = await run({ paths: ['/a', '/b'], answer: () => page(), previous, attempt: 5 })
    assert.deepEqual(kinds(done), ['scraped', 'scraped'])
    assert.ok(done.beats.some(({ suspect }) => suspect?.index === 0 && suspect.crashes === 1))
  })

  it('fails a page that crashes each attempt, and continues with the others', async () => {
    const answer = (path: string): FakeAnswer => {
      if (path === '/odd') throw new TypeError('a fault of ours')
      return page()
    }
    const early = await run({ paths: ['/odd', '/b'], answer })
    assert.match(String(early.error), /a fault of ours/)
    const done = await run({ paths: ['/odd', '/b'], answer, previous: early.beats.at(-1)!, attempt: 5 })
    assert.deepEqual(kinds(done), ['failed', 'scraped'])
    assert.equal(done.records.find(({ url }) => url.endsWith('/odd'))?.code, 'internal_error')
  })

  it('suspects no page when extraction threads do not start', async () => {
    const previous = heartbeatOf({ begun: bits(0b01), startedFirst: 1 })
    const answer = (): FakeAnswer => {
      throw new ThreadStartError('no thread')
    }
    const done = await run({ paths: ['/a', '/b'], answer, previous, attempt: 5 })
    assert.ok(done.error instanceof ThreadStartError)
    assert.deepEqual(done.records, [])
  })

  it('starts no further page once its links are many', async () => {
    const links = Array.from({ length: 34 }, (_, at) => `${root}/${at}/${'x'.repeat(1024 * 1024)}`)
    const done = await run({ paths: ['/a', '/b', '/c'], answer: () => page(links), share: oneAtATime })
    assert.deepEqual(kinds(done), ['scraped'])
    assert.deepEqual([done.summary?.startedFirst, done.summary?.returned], [1, 2])
  })

  for (const [stop, ending] of [
    ['cancelled', { kind: 'deferred', code: 'interrupted' }],
    ['budget', { kind: 'failed', code: 'budget_exceeded' }],
  ] as const) {
    const does = ending.kind === 'failed' ? 'fails' : 'gives back uncharged'
    it(`keeps what it has and ${does} what is in flight when it is stopped (${stop})`, async () => {
      const control = new AbortController()
      const hang = new Promise<void>(() => undefined)
      const done = await run({
        paths: ['/a', '/hang', ...Array.from({ length: 20 }, (_, at) => `/hang${at}`)],
        stop: { signal: control.signal },
        answer: (path) => {
          if (!path.startsWith('/hang')) return page()
          setImmediate(() => control.abort(stop satisfies SliceStop))
          return { gate: hang }
        },
      })
      assert.equal(done.summary?.completed, 1)
      const cut = done.result?.outcomes.filter((outcome) => outcome.kind === ending.kind) ?? []
      assert.ok(cut.length >= 1 && cut.length <= 4)
      assert.ok(cut.every((outcome) => 'code' in outcome && outcome.code === ending.code))
      assert.ok(cut.every((outcome) => !('charged' in outcome) || !outcome.charged))
      assert.equal(done.summary?.startedFirst, 1 + cut.length)
      assert.equal(done.summary?.failed, ending.kind === 'failed' ? cut.length : 0)
      assert.ok(done.web.requests.length <= 5)
    })
  }

  it('ends in order when it is stopped while robots.txt is being read', async () => {
    for (const stop of ['cancelled', 'worker'] as const) {
      const control = new AbortController()
      const done = await run({
        paths: ['/a'],
        stop: { signal: control.signal },
        onRobots: () => control.abort(stop satisfies SliceStop),
        answer: () => page(),
      })
      assert.deepEqual(done.web.requests, [])
      if (stop === 'worker') assert.ok(done.error instanceof SliceInterruptedError)
      else assert.deepEqual([done.error, done.summary?.returned], [null, 1])
    }
  })

  it('hands over when its worker shuts down, with everything stored in the last heartbeat', async () => {
    const control = new AbortController()
    const done = await run({
      paths: ['/a', '/b', '/hang'],
      share: oneAtATime,
      stop: { signal: control.signal },
      answer: (path) => {
        if (path !== '/hang') return page()
        setTimeout(() => control.abort('worker' satisfies SliceStop), 20)
        return { gate: new Promise<void>(() => undefined) }
      },
    })
    assert.ok(done.error instanceof SliceInterruptedError)
    assert.equal(done.result, null)
    const last = done.beats.at(-1)
    assert.equal(last?.completed, 2)
    assert.deepEqual(last?.flushed, [[1, 0, 1]])
  })
})
