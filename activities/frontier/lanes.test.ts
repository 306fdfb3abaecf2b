import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { verdictLimits } from './limits/discovery-limits.ts'
import { GenerationStore } from './state/generation-store.ts'
import {
  simulateCrawl,
  type SimulatedCrawl,
  type SimulatedPage,
  type SimulationOptions,
} from './testing/simulated-crawl.ts'

const root = 'http://site.test'
const always = { page: defaultPageOptions({ render: 'always' }) }

const numberOf = (url: string): number => Number(/(\d+)$/.exec(url)?.[1] ?? 0)

/** A tree of `size` pages with ten links each. */
function links(url: string, size: number): string[] {
  const children = Array.from({ length: 10 }, (_, at) => numberOf(url) * 10 + at + 1).filter((child) => child < size)
  return children.map((child) => `${root}/${child % 3 === 0 ? 'app' : 'docs'}-${child % 4}/${child}`)
}

/** A site of which a third of the pages needs a browser. */
const mixed =
  (size: number): SimulationOptions['site'] =>
  (url, _attempt, lane): SimulatedPage =>
    lane === 'http' && url.includes('/app-') ? { escalated: 'js_shell' } : { links: links(url, size) }

const askedOf = ({ asked }: SimulatedCrawl, wanted: string, url?: string): string[] =>
  asked.filter(([lane, page]) => lane === wanted && (url ?? page) === page).map(([, page]) => page)

describe('a crawl of which a third needs a browser', () => {
  it('scrapes every page once, by HTTP or in a browser', async () => {
    const crawl = await simulateCrawl({ site: mixed(700) })
    assert.deepEqual(crawl.last.counters, { total: 700, completed: 700, failed: 0, pending: 0 })
    const browser = askedOf(crawl, 'browser')
    assert.equal(new Set(browser).size, browser.length)
    assert.ok(browser.every((url) => url.includes('/app-')))
    assert.equal(new Set(askedOf(crawl, 'http').filter((url) => url.includes('/docs-'))).size, 466)
  })

  it('uses HTTP for little more than one in twenty of the pages that have needed a browser', async () => {
    const crawl = await simulateCrawl({ site: mixed(3_000) })
    const pages = askedOf(crawl, 'browser').length
    const inVain = askedOf(crawl, 'http').filter((url) => url.includes('/app-')).length
    assert.equal(pages, 999)
    // Slices that were cut before the first verdicts arrived account for part of them.
    assert.ok(inVain >= pages / verdictLimits.checkEvery && inVain < pages / 4, `${inVain}`)
  })

  it('keeps its counters in order at every generation, and within the limit', async () => {
    for (const limit of [1, 3, 40, 200]) {
      let total = 0
      const crawl = await simulateCrawl({
        site: mixed(700),
        input: { limit },
        onResult: ({ counters }) => {
          assert.ok(counters.completed + counters.failed <= counters.total, JSON.stringify(counters))
          assert.ok(counters.total <= limit && counters.total >= total && counters.pending >= 0)
          total = counters.total
        },
      })
      assert.deepEqual(crawl.last.counters, { total: limit, completed: limit, failed: 0, pending: 0 })
      assert.equal(new Set(crawl.fetched).size, limit)
    }
  })

  it('loads the same frontier from the store as it had in memory', async () => {
    const seen: string[] = []
    const onResult: SimulationOptions['onResult'] = (result) => void seen.push(JSON.stringify(result))
    const warm = await simulateCrawl({ site: mixed(300), onResult })
    const kept = seen.splice(0)
    const cold = await simulateCrawl({
      site: mixed(300),
      onResult,
      onAdvance: (deps) => Object.assign(deps, { generations: new GenerationStore(deps.store) }),
    })
    assert.deepEqual(seen, kept)
    assert.deepEqual((await cold.reload()).entries, (await warm.reload()).entries)
    assert.deepEqual((await cold.reload()).verdicts, (await warm.reload()).verdicts)
  })

  it('gives browsers no more than their part of the window, in small slices', async () => {
    const urls = Array.from(
      { length: 2_000 },
      (_, at) => `http://h${at % 40}.test/${at % 2 === 0 ? 'app' : 'docs'}/${at}`,
    )
    let most = 0
    await simulateCrawl({
      urls,
      site: (url, _attempt, lane) =>
        lane === 'http' && url.includes('/app/') ? { escalated: 'js_shell' } : { links: [] },
      // Browsers are slow: HTTP slices finish first wherever possible.
      pick: (running) =>
        Math.max(
          0,
          running.findIndex(({ lane }) => lane === 'http'),
        ),
      onResult: (_result, running) => {
        const browser = running.filter(({ lane }) => lane === 'browser')
        if (running.some(({ lane }) => lane === 'http')) most = Math.max(most, browser.length)
        assert.ok(browser.every(({ pages }) => pages <= frontierLimits.browserSlicePagesMax))
        assert.ok(running.length <= frontierLimits.windowSlices)
      },
    })
    assert.equal(most, frontierLimits.windowBrowserSlices)
  })

  it('does not let HTTP wait for a browser', async () => {
    const size = 700
    const site = mixed(size)
    const overHttp = new Set<string>()
    let found = [`${root}/`]
    while (found.length > 0) {
      for (const url of found) overHttp.add(url)
      found = found.flatMap((url) => links(url, size)).filter((url) => !url.includes('/app-'))
    }
    const answered = new Set<string>()
    let missing: number | null = null
    await simulateCrawl({
      site(url, attempt, lane) {
        if (lane === 'http') answered.add(url)
        else missing ??= overHttp.difference(answered).size
        return site(url, attempt, lane)
      },
      // A browser slice finishes only when nothing else runs.
      pick: (running) =>
        Math.max(
          0,
          running.findIndex(({ lane }) => lane === 'http'),
        ),
    })
    assert.equal(missing, 0)
  })
})

describe('a page that needs a browser', () => {
  const shell = (url: string): SimulatedPage => (url === `${root}/` ? { escalated: 'js_shell' } : { links: [] })

  it('stays in flight and keeps the job open, also when the limit is used up', async () => {
    const seen: object[] = []
    const crawl = await simulateCrawl({
      input: { limit: 1 },
      site: (url, _attempt, lane) => (lane === 'http' ? shell(url) : { links: [`${root}/next`] }),
      onResult: ({ counters, exhausted }) => seen.push({ ...counters, exhausted }),
    })
    assert.deepEqual(seen.at(-2), { total: 1, completed: 0, failed: 0, pending: 0, exhausted: false })
    assert.deepEqual(seen.at(-1), { total: 1, completed: 1, failed: 0, pending: 0, exhausted: true })
    assert.deepEqual(crawl.asked, [
      ['http', `${root}/`],
      ['browser', `${root}/`],
    ])
  })

  it('is not charged for it, and its result lists all attempts', async () => {
    const attempts: number[] = []
    const crawl = await simulateCrawl({
      site: (_url, attempt, lane) => {
        if (lane === 'http') return { escalated: 'blocked' }
        attempts.push(attempt)
        return attempts.length < 3 ? { deferred: { charged: true, delayMs: 1_000 } } : { fault: 'http_status' }
      },
    })
    assert.deepEqual(attempts, [0, 1, 2])
    const [entry] = (await crawl.reload()).entries
    assert.deepEqual([entry?.state, entry?.attempts, entry?.earlier], ['failed', 4, null])
  })

  it('goes to the browser once more when its slice was lost', async () => {
    let lost = false
    const crawl = await simulateCrawl({
      site: (url, _attempt, lane) => {
        if (lane === 'http') return shell(url)
        if (lost) return { links: [] }
        lost = true
        return { deferred: { charged: false, delayMs: 1 } }
      },
    })
    assert.deepEqual(
      crawl.asked.map(([lane]) => lane),
      ['http', 'browser', 'browser'],
    )
  })
})

describe('a job of one lane', () => {
  it('loads every page in a browser when its request demands it', async () => {
    const crawl = await simulateCrawl({ input: always, site: (url) => ({ links: links(url, 300) }) })
    assert.equal(askedOf(crawl, 'browser').length, 300)
    assert.deepEqual(askedOf(crawl, 'http'), [])
  })

  it('discovers in the same order whichever browser slices finish first', async () => {
    const site = (url: string): SimulatedPage => ({ links: links(url, 400) })
    const urlsOf = async (crawl: SimulatedCrawl) => (await crawl.reload()).entries.map(({ url }) => url)
    const expected = await urlsOf(await simulateCrawl({ input: always, site }))
    const shuffled = await simulateCrawl({ input: always, site, pick: (running) => running.length - 1 })
    assert.deepEqual(await urlsOf(shuffled), expected)
  })

  it('uses the whole window for browsers', async () => {
    let most = 0
    await simulateCrawl({
      input: always,
      urls: Array.from({ length: 400 }, (_, at) => `http://h${at % 20}.test/${at}`),
      site: () => ({ links: [] }),
      onResult: (_result, running) => (most = Math.max(most, running.length)),
    })
    assert.equal(most, frontierLimits.windowSlices)
  })
})

describe('a host that requests pauses', () => {
  it('is asked by one slice at a time, whichever the lane', async () => {
    let overlaps = 0
    const crawl = await simulateCrawl({
      site: mixed(60),
      crawlDelayMs: 2_000,
      onResult: (_result, running) => (overlaps += running.length > 1 ? 1 : 0),
    })
    assert.equal(overlaps, 0)
    assert.equal(crawl.last.counters.completed, 60)
  })
})

describe('routes behind a #', () => {
  const app = [`${root}/#/a`, `${root}/#/b?x=1`, `${root}/#!c`, `${root}/about`]

  it('are separate pages that only browsers load', async () => {
    const crawl = await simulateCrawl({
      site: (url, _attempt, lane) =>
        url === `${root}/` && lane === 'http' ? { escalated: 'js_shell' } : { links: app },
    })
    assert.deepEqual(askedOf(crawl, 'http'), [`${root}/`, `${root}/about`])
    assert.deepEqual(askedOf(crawl, 'browser').toSorted(), [`${root}/`, ...app.slice(0, 3)].toSorted())
    assert.equal(crawl.last.counters.completed, 5)
  })

  it('are under the rules for the path before the #', async () => {
    const crawl = await simulateCrawl({
      input: { url: `${root}/shop/`, excludePaths: ['^/shop/private'] },
      site: (url) => ({
        links: url === `${root}/shop/` ? [`${root}/shop/#/a`, `${root}/other/#/shop/`, `${root}/shop/private/#/x`] : [],
      }),
    })
    assert.deepEqual(
      (await crawl.reload()).entries.map(({ state }) => state),
      ['scraped', 'scraped', 'out_of_scope', 'excluded'],
    )
  })

  it('stay in a batch, whose HTTP they never reach', async () => {
    const crawl = await simulateCrawl({
      urls: [`${root}/#/a`, `${root}/#/b`, `${root}/x#top`],
      site: () => ({ links: [] }),
    })
    assert.deepEqual(askedOf(crawl, 'browser'), [`${root}/#/a`, `${root}/#/b`])
    assert.deepEqual(askedOf(crawl, 'http'), [`${root}/x`])
  })
})
