import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { simulateCrawl, type SimulatedPage, type SimulationOptions } from '../testing/simulated-crawl.ts'

const root = 'http://site.test'
const unread: SimulatedPage = { robots: 'robots_unreachable: http_503' }
const pages = Array.from({ length: 40 }, (_, at) => `${root}/p${at}`)
const page: SimulatedPage = { links: [] }
const start: SimulatedPage = { links: pages }

/** Crawls and returns the states of the pages, the warnings and how long the simulated crawl took. */
async function crawled(site: SimulationOptions['site'], options: Partial<SimulationOptions> = {}) {
  let startMs: number | null = null
  let endMs = 0
  const crawl = await simulateCrawl({
    site,
    onStart: (_task, nowMs) => {
      startMs ??= nowMs
      endMs = nowMs
    },
    ...options,
  })
  const { entries } = await crawl.reload()
  const { warnings, counters, failure } = crawl.last
  return { entries, warnings, counters, failure, tookMs: endMs - startMs!, fetched: crawl.fetched }
}

describe('a robots.txt that cannot be read in the middle of a crawl', () => {
  it('costs no page when it can be read again after a while', async () => {
    let refusals = 0
    const { entries, warnings, counters, tookMs } = await crawled((url) => {
      if (url === `${root}/`) return start
      refusals += 1
      return refusals <= 30 ? unread : page
    })
    assert.deepEqual(new Set(entries.map(({ state }) => state)), new Set(['scraped']))
    assert.deepEqual([counters.completed, counters.failed, counters.pending], [41, 0, 0])
    assert.deepEqual(warnings, [])
    assert.ok(tookMs >= discoveryLimits.robotsRestMs)
    assert.ok(tookMs < discoveryLimits.robotsPatienceMs)
  })

  it('loses the pages after a bounded time, with a warning that names the site', async () => {
    const { entries, warnings, tookMs } = await crawled((url) => (url === `${root}/` ? start : unread))
    const refused = entries.filter(({ state }) => state === 'robots')
    assert.equal(refused.length, 40)
    assert.ok(refused.every(({ reason, attempted }) => reason === 'robots_unreachable: http_503' && !attempted))
    assert.equal(warnings.length, 1)
    assert.match(
      warnings[0]!,
      /^40 pages were not fetched because robots\.txt .* could not be read: http:\/\/site\.test/,
    )
    const { robotsPatienceMs, robotsRestMs } = discoveryLimits
    assert.ok(tookMs >= robotsPatienceMs && tookMs < robotsPatienceMs + 3 * robotsRestMs, `${tookMs}`)
  })

  it('is waited for again after it was read', async () => {
    let asked = 0
    const { entries, tookMs } = await crawled((url) => {
      if (url === `${root}/`) return { links: pages.slice(0, 3) }
      asked += 1
      return asked % 20 === 0 ? { links: [`${root}/q${asked}`] } : asked < 120 ? unread : page
    })
    assert.ok(entries.every(({ state }) => state === 'scraped'))
    assert.ok(tookMs > discoveryLimits.robotsPatienceMs)
  })

  it('is waited for a short time on a host that has not answered', async () => {
    const other = 'http://old.site.test/'
    const { entries, warnings, tookMs } = await crawled(
      (url) => (url === `${root}/` ? { links: [other] } : { robots: 'robots_unreachable: http_503' }),
      { input: { allowSubdomains: true, crawlEntireDomain: true } },
    )
    assert.equal(entries[1]?.state, 'robots')
    assert.deepEqual(warnings, [
      `${other} was not fetched: http://old.site.test/robots.txt could not be read (http_503)`,
    ])
    const { robotsPatienceNewHostMs, robotsRestMs } = discoveryLimits
    assert.ok(tookMs >= robotsPatienceNewHostMs && tookMs < robotsPatienceNewHostMs + 2 * robotsRestMs, `${tookMs}`)
  })

  it('is not waited for on a host that has not answered and cannot be reached', async () => {
    const other = 'http://old.site.test/'
    const { entries, warnings, tookMs } = await crawled(
      (url) => (url === `${root}/` ? { links: [other] } : { robots: 'robots_unreachable: dns_failure' }),
      { input: { allowSubdomains: true, crawlEntireDomain: true } },
    )
    assert.equal(entries[1]?.state, 'robots')
    assert.deepEqual(warnings, [
      `${other} was not fetched: http://old.site.test/robots.txt could not be read (dns_failure)`,
    ])
    assert.ok(tookMs < discoveryLimits.robotsRestMs)
  })

  it('holds up no page of the other origin of the host, which has its own', async () => {
    const secure = 'https://site.test'
    const links = [`${root}/x`, ...Array.from({ length: 200 }, (_, at) => `${secure}/p${at}`)]
    const { robotsPatienceNewHostMs, robotsRestMs } = discoveryLimits
    for (const [reason, maxMs] of [
      ['connect_error', robotsRestMs],
      ['http_503', robotsPatienceNewHostMs + 2 * robotsRestMs],
    ] as const) {
      let startMs: number | null = null
      let [clockMs, lastSecureMs] = [0, 0]
      const { entries } = await crawled(
        (url) => {
          if (!url.startsWith(secure)) return { robots: `robots_unreachable: ${reason}` }
          lastSecureMs = clockMs
          return url === `${secure}/` ? { links } : page
        },
        {
          input: { url: `${secure}/` },
          onStart: (_task, nowMs) => {
            startMs ??= nowMs
            clockMs = nowMs
          },
        },
      )
      const refused = entries.filter(({ state }) => state !== 'scraped').map(({ url, state }) => [url, state])
      assert.equal(entries.length, 202)
      assert.deepEqual(refused, [[`${root}/x`, 'robots']])
      assert.ok(lastSecureMs - startMs! < robotsRestMs, `${lastSecureMs - startMs!}`)
      assert.ok(clockMs - startMs! < maxMs, `${clockMs - startMs!}`)
    }
  })

  it('holds up no crawl whose limit other pages have used up', async () => {
    const secure = 'https://site.test'
    const links = [`${root}/x`, ...Array.from({ length: 60 }, (_, at) => `${secure}/p${at}`)]
    const { entries, counters, tookMs } = await crawled(
      (url) => (url === `${secure}/` ? { links } : url.startsWith(secure) ? page : unread),
      { input: { url: `${secure}/`, limit: 20 } },
    )
    assert.deepEqual(counters, { total: 20, completed: 20, failed: 0, pending: 0 })
    assert.equal(entries.find(({ url }) => url === `${root}/x`)?.attempted, false)
    assert.ok(tookMs < discoveryLimits.robotsRestMs, `${tookMs}`)
  })

  it('loses no page that was in flight when its worker died, which counts from then on', async () => {
    for (const limit of [2, 100]) {
      let refusals = 0
      const totals: number[] = []
      const { entries, counters } = await crawled(
        (url) => {
          if (url === `${root}/`) return { links: [`${root}/a`] }
          refusals += 1
          return refusals === 1 ? { ...unread, begun: true } : refusals < 4 ? unread : page
        },
        { onResult: (result) => void totals.push(result.counters.total), input: { limit } },
      )
      assert.deepEqual([entries[1]?.state, counters.completed, counters.failed], ['scraped', 2, 0], `limit ${limit}`)
      assert.equal(refusals, 4)
      assert.deepEqual(
        totals,
        totals.toSorted((x, y) => x - y),
      )
    }
    const lost = await crawled((url) =>
      url === `${root}/` ? { links: [`${root}/a`] } : { ...unread, begun: true as const },
    )
    const { state, reason, attempted } = lost.entries[1]!
    assert.deepEqual([state, reason, attempted, lost.counters.failed], ['failed', 'robots', true, 1])
  })

  it('is not waited for where a later try cannot read it', async () => {
    const { warnings, tookMs } = await crawled((url) =>
      url === `${root}/` ? { links: pages.slice(0, 1) } : { robots: 'robots_unreachable: unsafe_target' },
    )
    assert.equal(warnings.length, 1)
    assert.ok(tookMs < discoveryLimits.robotsRestMs)
  })

  it('does not end a crawl whose start page is to be loaded in a browser', async () => {
    let asked = 0
    const { failure, entries } = await crawled((_url, _attempt, lane) => {
      if (lane === 'http') return { escalated: 'js_shell' }
      asked += 1
      return asked === 1 ? unread : page
    })
    assert.equal(failure, null)
    assert.deepEqual(
      entries.map(({ state }) => state),
      ['scraped'],
    )
  })
})

describe('a robots.txt that cannot be read before the start page', () => {
  it('makes the crawl fail at once', async () => {
    const { failure, fetched } = await crawled(() => unread)
    assert.match(failure ?? '', /could not be read \(http_503\).* SEINE_ROBOTS=ignore/)
    assert.equal(fetched.length, 1)
  })

  it('makes the start page fail, so that it can be retried, when the site cannot be reached', async () => {
    for (const code of ['dns_failure', 'tls_failure', 'connect_error', 'timeout']) {
      const site = (): SimulatedPage => ({ robots: `robots_unreachable: ${code}` })
      const { failure, fetched, entries, counters } = await crawled(site)
      const cause = `its site could not be reached: ${root}/robots.txt`
      assert.equal(failure, `the start page ${root}/ failed (${code}): ${cause}`)
      assert.deepEqual([entries[0]?.state, entries[0]?.reason, fetched.length], ['failed', code, 1])
      assert.deepEqual(counters, { total: 1, completed: 0, failed: 1, pending: 0 })
      const listed = await crawled(site, { input: { includePaths: ['/only'] } })
      assert.equal(listed.failure, failure)
      assert.deepEqual(listed.counters, { total: 0, completed: 0, failed: 0, pending: 0 })
    }
  })
})
