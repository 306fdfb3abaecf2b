import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import {
  batchUrlsKey,
  frontierDeltaKey,
  inputKey,
  jobPrefix,
  notesPrefix,
  sliceKey,
  sliceOfListKey,
  sliceResultKey,
} from '@seine/shared/storage/object-keys.ts'
import type { SliceList } from '@seine/shared/pages/slice-shapes.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { closeEntries } from '../archive/close-entries.ts'
import { advanceFrontier } from './advance-frontier.ts'
import type { FrontierState } from './state/frontier-state.ts'
import { GenerationStore } from './state/generation-store.ts'
import { simulateCrawl, type SimulatedPage } from './testing/simulated-crawl.ts'

const root = 'http://site.test'

/** A tree of `size` pages with ten links each, plus links back and across. */
const tree =
  (size: number) =>
  (url: string): SimulatedPage => {
    const number = Number(url.slice(`${root}/p`.length) || 0)
    const children = Array.from({ length: 10 }, (_, at) => number * 10 + at + 1).filter((child) => child < size)
    return { links: [`${root}/`, ...children.map((child) => `${root}/p${child}`), `${root}/p${number % 7}`] }
  }

/** Returns a small seeded pseudo-random number generator. */
const seeded = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed % below
}

const states = (frontier: FrontierState) => frontier.entries.map(({ url, state, depth }) => `${state} ${depth} ${url}`)

describe('advanceFrontier', () => {
  it('scrapes every reachable page exactly once', async () => {
    const crawl = await simulateCrawl({ site: tree(500) })
    assert.equal(crawl.fetched.length, 501)
    assert.equal(new Set(crawl.fetched).size, 501)
    assert.deepEqual(crawl.last.counters, { total: 501, completed: 501, failed: 0, pending: 0 })
  })

  it('says at first that a crawl reads no sitemaps, and says nothing where it does', async () => {
    const first = async (input: Partial<CrawlJobInput>) => {
      const results: AdvanceResult[] = []
      await simulateCrawl({ site: tree(5), input, onResult: (result) => results.push(result) })
      return results[0]
    }
    assert.equal((await first({ sitemap: 'skip' }))?.discovered, true)
    assert.equal((await first({ maxDiscoveryDepth: 0 }))?.discovered, true)
    assert.equal((await first({}))?.discovered, undefined)
  })

  it('discovers in the same order whichever slices finish first', async () => {
    const inOrder = await simulateCrawl({ site: tree(800) })
    const expected = states(await inOrder.reload())
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed)
      const shuffled = await simulateCrawl({ site: tree(800), pick: (running) => random(running.length) })
      assert.deepEqual(states(await shuffled.reload()), expected)
    }
  })

  it('loads the same frontier from the store as it had in memory', async () => {
    const crawl = await simulateCrawl({ site: tree(300) })
    const cold = await crawl.reload()
    const fresh = await simulateCrawl({
      site: tree(300),
      onAdvance: (deps) => Object.assign(deps, { generations: new GenerationStore(deps.store) }),
    })
    assert.deepEqual(states(cold), states(await fresh.reload()))
    assert.deepEqual(cold.counters(), crawl.last.counters)
  })

  it('continues from a snapshot when generations are many', async () => {
    const crawl = await simulateCrawl({ site: tree(3_000) })
    assert.ok([...crawl.store.objects.keys()].some((key) => key.includes('.snapshot.')))
    const cold = await crawl.reload()
    assert.deepEqual(cold.counters(), crawl.last.counters)
    assert.equal(cold.entries.filter(({ state }) => state === 'scraped').length, 3_001)
  })

  it('answers a repeated call with the stored result and changes nothing', async () => {
    const store = new MemoryStore()
    const input = crawlJobInput()
    await store.put(inputKey(input), JSON.stringify(input))
    const process = () => ({
      store,
      inputs: new JobInputs(store),
      generations: new GenerationStore(store),
      hostStallBudgetMs: 1_000,
    })
    const call: AdvanceInput = {
      jobId: input.id,
      tenant: input.tenant,
      generation: -1,
      finished: [],
      outOfOrder: false,
      room: 16,
      nowMs: 5,
      discovered: false,
    }
    const first = await advanceFrontier(process(), call)
    const before = [...store.objects.keys()]
    const second = await advanceFrontier(process(), { ...call, nowMs: 99, room: 1 })
    assert.deepEqual(second, { ...first, repeated: true })
    assert.deepEqual([...store.objects.keys()], before)
  })

  it('keeps the notes of the first attempt at a call', async () => {
    const store = new MemoryStore()
    const urls = [`${root}/a`, `${root}/b`]
    const input = batchJobInput({ lines: urls.length })
    await store.put(inputKey(input), JSON.stringify(input))
    await store.put(batchUrlsKey(input), JSON.stringify(urls))
    const process = (hostStallBudgetMs: number) => ({
      store,
      inputs: new JobInputs(store),
      generations: new GenerationStore(store),
      hostStallBudgetMs,
    })
    const call = { jobId: input.id, tenant: input.tenant, outOfOrder: false, room: 16, nowMs: 5, discovered: true }
    const first = await advanceFrontier(process(1_000), { ...call, generation: -1, finished: [] })
    assert.equal(first.slices.length, 1)
    const [outcome, host] = [{ kind: 'deferred', code: 'http_status', charged: false, delayMs: 1 }, 'site.test']
    const outcomes = [{ seq: 0, ...outcome }]
    const report = { elapsedMs: 1, answered: 0, unreachable: 0, concurrency: 1, crawlDelayMs: null }
    const hosts = [{ host, ...report, throttled: 1, retryAfterMs: 1_000, throttledAgoMs: 0 }]
    const result = { slice: 0, segments: [], urls: [], outcomes, hosts }
    await store.put(sliceResultKey(input, 0), JSON.stringify(result))
    const next = { ...call, generation: 0, finished: [0] }
    const kept = await advanceFrontier(process(1_000), next)
    const notes = async () => (await store.list(notesPrefix(input))).length
    assert.deepEqual([kept.counters.failed, await notes()], [0, 0])
    // A process configured with a shorter stall budget, which would have given the host up.
    assert.deepEqual(await advanceFrontier(process(0), next), { ...kept, repeated: true })
    assert.equal(await notes(), 0)
  })

  it('leaves the lists of the attempt whose generation is stored, whatever another attempt has planned', async () => {
    for (const order of ['first', 'second'] as const) {
      const store = new MemoryStore()
      const urls = Array.from({ length: 400 }, (_, at) => `http://${at % 2 === 0 ? 'a' : 'b'}.test/p${at}`)
      const input = batchJobInput({ lines: urls.length })
      await store.put(inputKey(input), JSON.stringify(input))
      await store.put(batchUrlsKey(input), JSON.stringify(urls))
      const process = () => ({
        store,
        inputs: new JobInputs(store),
        generations: new GenerationStore(store),
        hostStallBudgetMs: 1_000,
      })
      const call = { jobId: input.id, tenant: input.tenant, outOfOrder: false, room: 16, nowMs: 5, discovered: true }
      const begun = await advanceFrontier(process(), { ...call, generation: -1, finished: [] })
      assert.ok(begun.slices.length >= 2)
      for (const { slice } of begun.slices) {
        const { pages } = (await store.getJson<SliceList>(sliceKey(input, slice)))!
        const outcomes = pages.map(({ seq, url }) => ({
          seq,
          kind: 'scraped',
          finalUrl: url,
          links: [],
          linksDropped: 0,
          sketch: null,
        }))
        const result = { slice, segments: [], urls: [], outcomes, hosts: [] }
        await store.put(sliceResultKey(input, slice), JSON.stringify(result))
      }
      const attempt = async (finished: number[]) =>
        await advanceFrontier(process(), { ...call, generation: 0, finished })
      const putIfAbsent = store.putIfAbsent.bind(store)
      // In the second order, the first attempt stores its generation only after the other attempt has stored one.
      let overtaken = order === 'second'
      store.putIfAbsent = async (key, body) => {
        if (overtaken && key === frontierDeltaKey(input, 1)) {
          overtaken = false
          await attempt([0, 1])
        }
        return await putIfAbsent(key, body)
      }
      const first = await attempt([1])
      const second = await attempt([0, 1])
      assert.deepEqual(first.slices, second.slices)
      const { leases } = await process().generations.load(input, 1, input)
      const ours = first.slices.map(({ slice }) => slice)
      assert.ok(ours.length > 0)
      for (const { slice, list } of first.slices) {
        const { pages } = (await store.getJson<SliceList>(sliceKey(input, slice, list)))!
        assert.deepEqual(
          pages.map(({ seq }) => seq),
          leases.get(slice)?.seqs,
          `slice ${slice}, ${order} attempt wins`,
        )
      }
      const listsOf = (slice: number) => [...store.objects.keys()].filter((key) => sliceOfListKey(key) === slice)
      assert.ok(ours.some((slice) => listsOf(slice).length > 1))
      assert.ok([...store.objects.keys()].every((key) => key.startsWith(jobPrefix(input))))
    }
  })

  it('never attempts more pages than the limit', async () => {
    for (const limit of [1, 2, 17, 100]) {
      const crawl = await simulateCrawl({ site: tree(400), input: { limit } })
      assert.equal(crawl.fetched.length, limit)
      assert.equal(crawl.last.counters.total, limit)
      assert.equal(crawl.last.counters.pending, 0)
    }
  })

  it('counts failed pages towards the limit and refused pages not', async () => {
    const site = (url: string): SimulatedPage => {
      if (url === `${root}/`) return tree(200)(url)
      if (url.endsWith('3')) return { fault: 'http_status' }
      return url.endsWith('4') ? { robots: 'disallowed' } : tree(200)(url)
    }
    const crawl = await simulateCrawl({ site, input: { limit: 60 } })
    const { total, completed, failed } = crawl.last.counters
    assert.equal(total, 60)
    assert.equal(completed + failed, 60)
    assert.ok(failed > 0)
    const refused = (await crawl.reload()).entries.filter(({ state }) => state === 'robots')
    assert.ok(refused.length > 0 && refused.every(({ attempted }) => !attempted))
  })

  it('tries a deferred page again and charges only what is charged', async () => {
    const attempts: number[] = []
    const site = (url: string, attempt: number): SimulatedPage => {
      if (url !== `${root}/p1`) return tree(5)(url)
      attempts.push(attempt)
      if (attempts.length <= 2) return { deferred: { charged: attempts.length === 1, delayMs: 500 } }
      return { links: [`${root}/p900`] }
    }
    const crawl = await simulateCrawl({ site })
    assert.deepEqual(attempts, [0, 1, 1])
    assert.ok(crawl.fetched.includes(`${root}/p900`))
    assert.equal(crawl.last.counters.completed, 7)
  })

  it('waits for a throttled host and loses nothing', async () => {
    let refusals = 0
    const site = (url: string): SimulatedPage => {
      refusals += 1
      if (url !== `${root}/` && refusals % 3 === 0) return { throttled: { retryAfterMs: 1_000 } }
      return tree(150)(url)
    }
    const crawl = await simulateCrawl({ site })
    assert.deepEqual(crawl.last.counters, { total: 151, completed: 151, failed: 0, pending: 0 })
  })

  it('gives up a host that always throttles, within its stall budget', async () => {
    const site = (url: string): SimulatedPage =>
      url === `${root}/` ? tree(30)(url) : { throttled: { retryAfterMs: null } }
    const crawl = await simulateCrawl({ site })
    const frontier = await crawl.reload()
    assert.equal(crawl.last.counters.completed, 1)
    assert.ok(frontier.entries.slice(1).every(({ state, reason }) => state === 'failed' && reason === 'rate_limited'))
    assert.ok(crawl.last.warnings.some((warning) => warning.includes('was given up')))
  })

  it('interleaves sitemap URLs with the links of the start page', async () => {
    const site = (url: string): SimulatedPage =>
      url === `${root}/` ? { links: [`${root}/a`, `${root}/b`] } : { links: [] }
    const crawl = await simulateCrawl({ site, sitemap: [`${root}/s1`, `${root}/b`, `${root}/s2`] })
    const entries = (await crawl.reload()).entries.map(({ url, depth }) => `${depth} ${new URL(url).pathname}`)
    assert.deepEqual(entries, ['0 /', '1 /a', '1 /s1', '1 /b', '1 /s2'])
  })

  it('follows no link with sitemap "only"', async () => {
    const crawl = await simulateCrawl({
      site: tree(50),
      sitemap: [`${root}/p7`, `${root}/p8`],
      input: { sitemap: 'only' },
    })
    assert.deepEqual(crawl.fetched, [`${root}/`, `${root}/p7`, `${root}/p8`])
  })

  it('fetches an unmatched start page for its links and counts it nowhere', async () => {
    const crawl = await simulateCrawl({ site: tree(20), input: { includePaths: ['^/p1'] } })
    const frontier = await crawl.reload()
    assert.equal(frontier.entries[0]?.state, 'excluded')
    assert.equal(crawl.last.counters.total, crawl.fetched.length - 1)
    assert.ok(crawl.fetched.slice(1).every((url) => url.startsWith(`${root}/p1`)))
  })

  it('stops at the depth it is given', async () => {
    const crawl = await simulateCrawl({ site: tree(500), input: { maxDiscoveryDepth: 1 } })
    assert.equal(crawl.fetched.length, 1 + 11)
    const kept = (await crawl.reload()).entries.filter(({ reason }) => reason === 'maxDiscoveryDepth')
    assert.ok(kept.length > 0)
  })

  it('counts a redirect alias as completed and names the page that has the content', async () => {
    const site = (url: string): SimulatedPage => {
      if (url === `${root}/`) return { links: [`${root}/old`, `${root}/new`] }
      return { links: [], finalUrl: `${root}/new` }
    }
    const crawl = await simulateCrawl({ site })
    const [, old, fresh] = (await crawl.reload()).entries
    assert.equal(old?.duplicateOf, null)
    assert.equal(fresh?.duplicateOf, 1)
    assert.equal(crawl.last.counters.completed, 3)
  })

  it('does not fetch a redirect target that is discovered later', async () => {
    const site = (url: string): SimulatedPage => {
      if (url === `${root}/`) return { links: [`${root}/old`, `${root}/list`] }
      if (url === `${root}/old`) return { links: [], finalUrl: `${root}/new` }
      return { links: [`${root}/new`] }
    }
    const crawl = await simulateCrawl({ site })
    assert.deepEqual(crawl.fetched, [`${root}/`, `${root}/old`, `${root}/list`])
    const alias = (await crawl.reload()).entries.find(({ url }) => url === `${root}/new`)
    assert.equal(alias?.state, 'duplicate')
    assert.equal(alias?.duplicateOf, 1)
  })

  it('admits a spelling although a rule keeps out another of the same page', async () => {
    const site = (url: string): SimulatedPage =>
      url === `${root}/` ? { links: [`${root}/a?utm_source=x`, `${root}/a`, `${root}/a?utm_source=y`] } : { links: [] }
    const crawl = await simulateCrawl({ site, input: { excludePaths: ['\\?'] } })
    assert.deepEqual(crawl.fetched, [`${root}/`, `${root}/a`])
    const entries = (await crawl.reload()).entries.map(({ url, state }) => `${state} ${url.slice(root.length)}`)
    assert.deepEqual(entries, ['scraped /', 'excluded /a?utm_source=x', 'scraped /a', 'duplicate /a?utm_source=y'])
  })

  it('re-anchors the scope once when the start page leads to another host', async () => {
    const other = 'http://other.test'
    const site = (url: string): SimulatedPage =>
      url === `${root}/` ? { links: [`${other}/a`, `${root}/b`], finalUrl: `${other}/` } : { links: [] }
    const crawl = await simulateCrawl({ site })
    assert.deepEqual(crawl.fetched, [`${root}/`, `${other}/a`])
    const warning = `the start page redirected to ${other}/; the crawl follows that site instead, without headers and actions`
    assert.deepEqual(crawl.last.warnings, [warning])
  })

  it('continues below another path of the same host when the start page leads there', async () => {
    const site = (url: string): SimulatedPage =>
      url === `${root}/old/` ? { links: [`${root}/new/a`, `${root}/old/b`], finalUrl: `${root}/new/` } : { links: [] }
    const crawl = await simulateCrawl({ site, input: { url: `${root}/old/` } })
    assert.deepEqual(crawl.fetched, [`${root}/old/`, `${root}/new/a`])
    const warning = `the start page redirected to ${root}/new/; the crawl continues below that path`
    assert.deepEqual(crawl.last.warnings, [warning])
  })

  it('fails the crawl when robots.txt refuses the start page', async () => {
    const crawl = await simulateCrawl({ site: () => ({ robots: 'disallowed' }) })
    assert.match(crawl.last.failure ?? '', /robots\.txt does not allow .* SEINE_ROBOTS=ignore/)
  })

  it('fails the crawl when the start page fails and nothing else is known', async () => {
    const crawl = await simulateCrawl({ site: () => ({ fault: 'timeout' }) })
    assert.match(crawl.last.failure ?? '', /start page .* failed \(timeout\)/)
  })

  it('continues without its start page when a sitemap lists others', async () => {
    const site = (url: string): SimulatedPage => (url === `${root}/` ? { fault: 'http_status' } : { links: [] })
    const crawl = await simulateCrawl({ site, sitemap: [`${root}/s`] })
    assert.equal(crawl.last.failure, null)
    assert.deepEqual(crawl.last.counters, { total: 2, completed: 1, failed: 1, pending: 0 })
  })

  it('does not fail when its limit is used up by its start page and a sitemap lists others', async () => {
    const crawl = await simulateCrawl({
      site: () => ({ fault: 'http_status' }),
      sitemap: [`${root}/s`],
      input: { limit: 1 },
    })
    assert.equal(crawl.last.failure, null)
    assert.deepEqual(crawl.last.counters, { total: 1, completed: 0, failed: 1, pending: 0 })
    const state = await crawl.reload()
    await closeEntries(state, { status: 'completed' })
    assert.deepEqual(
      state.entries.map((entry) => entry.state),
      ['failed', 'over_limit'],
    )
  })

  it('names options that no page follows while the crawl runs', async () => {
    const { page } = crawlJobInput()
    const waiting = { ...page, render: 'never' as const, browser: { ...page.browser, waitMs: 5_000 } }
    const crawl = await simulateCrawl({ site: () => ({ links: [] }), input: { page: waiting } })
    assert.deepEqual(crawl.last.warnings, ['no_browser: wait_ms ignored'])
  })

  it('keeps a page that was attempted in the counters when robots.txt refuses its retry', async () => {
    let asked = 0
    const site = (url: string): SimulatedPage => {
      if (url !== `${root}/p1`) return tree(4)(url)
      asked += 1
      return asked === 1 ? { deferred: { charged: true, delayMs: 10 } } : { robots: 'robots_unreachable: http_503' }
    }
    const crawl = await simulateCrawl({ site })
    const { last } = crawl
    assert.equal(last.counters.failed, 1)
    assert.equal(last.counters.total, last.counters.completed + last.counters.failed)
    assert.equal((await crawl.reload()).entries.find(({ url }) => url === `${root}/p1`)?.reason, 'robots')
  })

  it('does not lose allowed pages behind many that robots.txt refuses', async () => {
    const refused = Array.from({ length: 60 }, (_, at) => `${root}/refused${at}`)
    const allowed = Array.from({ length: 30 }, (_, at) => `${root}/allowed${at}`)
    const site = (url: string): SimulatedPage => {
      if (url === `${root}/`) return { links: [...refused, ...allowed] }
      return url.includes('refused') ? { robots: 'disallowed' } : { links: [] }
    }
    for (const limit of [2, 10]) {
      const { last } = await simulateCrawl({ site, input: { limit } })
      assert.equal(last.counters.completed, limit)
    }
  })

  it('keeps the crawl-delay of a host between its slices, one slice at a time', async () => {
    const starts: number[] = []
    const crawl = await simulateCrawl({
      site: tree(12),
      crawlDelayMs: 9_000,
      onStart: (task, nowMs) => {
        assert.ok(task.pages <= sliceLimits.spacedPages)
        starts.push(nowMs)
      },
    })
    assert.equal(crawl.last.counters.completed, 13)
    for (const [at, start] of starts.entries()) assert.ok(at === 0 || start - starts[at - 1]! >= 9_000)
  })

  it('continues although only snapshots name older generations', async () => {
    const crawl = await simulateCrawl({ site: tree(9_000) })
    const snapshots = [...crawl.store.objects.keys()].filter((key) => key.includes('.snapshot.'))
    assert.ok(snapshots.length >= 1)
    const newest = Number(/(\d+)\.snapshot/.exec(snapshots.at(-1)!)?.[1])
    for (const key of crawl.store.objects.keys()) {
      if (Number(/(\d+)\.delta/.exec(key)?.[1] ?? Infinity) <= newest) crawl.store.objects.delete(key)
    }
    assert.deepEqual((await crawl.reload()).counters(), crawl.last.counters)
  })

  it('lowers the depth of pages found on a page that turns out to have a lower depth', async () => {
    // far: / -> a -> b -> c; near: the page `late`, deferred at first, links c.
    const links: Record<string, string[]> = {
      '/': ['/a', '/late'],
      '/a': ['/b'],
      '/b': ['/c'],
      '/c': ['/d'],
      '/late': ['/c'],
    }
    let asked = 0
    const site = (url: string): SimulatedPage => {
      const path = url.slice(root.length)
      if (path === '/late' && (asked += 1) === 1) return { deferred: { charged: true, delayMs: 60_000 } }
      return { links: (links[path] ?? []).map((each) => root + each) }
    }
    const crawl = await simulateCrawl({ site, input: { maxDiscoveryDepth: 3 } })
    const depths = Object.fromEntries(
      (await crawl.reload()).entries.map(({ url, depth }) => [url.slice(root.length), depth]),
    )
    assert.deepEqual(depths, { '/': 0, '/a': 1, '/late': 1, '/b': 2, '/c': 2, '/d': 3 })
    assert.equal(crawl.last.counters.completed, 6)
  })

  it('fetches every page of a retry, also many that differ only in their query', async () => {
    const retried = Array.from({ length: 60 }, (_, at) => ({ url: `${root}/item?id=${at}`, depth: 1 }))
    const { last, fetched } = await simulateCrawl({ site: () => ({ links: [`${root}/new`] }), retried })
    assert.deepEqual(last.counters, { total: 60, completed: 60, failed: 0, pending: 0 })
    assert.deepEqual(
      fetched,
      retried.map(({ url }) => url),
    )
  })

  it('keeps to a few slices a host and starts small', async () => {
    const sizes: number[] = []
    await simulateCrawl({
      site: tree(1_000),
      pick: (running) => {
        assert.ok(running.length <= 2)
        sizes.push(running[0]!.pages)
        return 0
      },
    })
    assert.deepEqual(sizes.slice(0, 2), [1, 4])
    assert.ok(sizes.every((size) => size <= 100))
  })
})
