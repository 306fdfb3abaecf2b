import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { evilPaths } from '@seine/shared/urls/testing/evil-patterns.ts'
import { absorbLeases } from '../archive/absorb-leases.ts'
import { ReportedAnswers } from './settled-pages.ts'
import { admissionFor } from './admission.ts'
import { SliceGate } from '../slice/slice-gate.ts'
import { simulateCrawl } from './testing/simulated-crawl.ts'

const root = 'http://site.test'
/** Patterns as an older release accepted them, which did not bound the cost of matching. */
const excludePaths = Array.from({ length: 70 }, () => 'a[ab]{880}[c-f]')
const links = evilPaths('ab', 2_000, 2_025).map((path) => `${root}${path}`)
const isTold = /^pattern_too_costly: includePaths and excludePaths cost too much to match/

/** Runs `work` and counts how often timers of this process fire meanwhile. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  try {
    await work()
  } finally {
    clearInterval(ticking)
  }
  return turns
}

describe('a job whose patterns are too costly', () => {
  it('fails with the code, and heartbeats continue', async () => {
    const turns = await turnsDuring(async () => {
      const { last, notes } = await simulateCrawl({ input: { excludePaths }, site: () => ({ links }) })
      assert.match(last.failure ?? '', isTold)
      assert.equal(last.slices.length, 0)
      assert.equal(notes.length, 1)
    })
    assert.ok(turns > 20, `${turns}`)
  })

  it('fails with the code when they are met in the URL of the job already', async () => {
    const url = `${links[0]}`
    const { last, fetched } = await simulateCrawl({ input: { excludePaths, url }, site: () => ({ links: [] }) })
    assert.match(last.failure ?? '', isTold)
    assert.deepEqual(fetched, [])
  })

  it('ends with the results that its slices have stored', async () => {
    const crawl = await simulateCrawl({ site: () => ({ links: [] }), input: { limit: 1 } })
    const state = await crawl.reload()
    const input = crawlJobInput({ excludePaths })
    state.leases.set(7, { slice: 7, lane: 'http', hosts: ['site.test'], shares: [], seqs: [0] })
    const outcome = { seq: 0, kind: 'scraped', finalUrl: `${root}/`, links: links.map((_, at) => at), linksDropped: 0 }
    const result = { slice: 7, segments: [], urls: links, outcomes: [{ ...outcome, sketch: null }], hosts: [] }
    await crawl.store.put(sliceResultKey(input, 7), JSON.stringify(result))
    await absorbLeases(crawl.store, input, state, 1, new ReportedAnswers())
    assert.equal(state.leases.size, 0)
    const kept = state.entries.filter(({ reason }) => reason === 'pattern_too_costly')
    assert.ok(kept.length > 1_000, `${kept.length}`)
  })

  it('fails a page that redirects with the code', async () => {
    const input = crawlJobInput({ excludePaths, crawlEntireDomain: true })
    const gate = new SliceGate({
      robots: { load: async () => await Promise.resolve({ state: 'allow_all' }) },
      agentToken: 'seine',
      admission: admissionFor(input, input.url),
      signal: new AbortController().signal,
      readAfterMs: 0,
    } as unknown as ConstructorParameters<typeof SliceGate>[0])
    const fault = await gate.redirectFault(new URL(links[0]!), false)
    assert.equal(fault?.code, 'pattern_too_costly')
    const again = await gate.redirectFault(new URL(`${root}/plain`), false)
    assert.equal(again?.code, 'pattern_too_costly')
  })
})

describe('a job whose patterns are cheap', () => {
  it('is not affected by another job whose patterns are too costly', async () => {
    const patterns = Array.from({ length: 100 }, (_, at) => `(?:tag|category)/[^/]+/page-${at}/\\d{1,9}$`)
    const pages = Array.from({ length: 500 }, (_, at) => `${root}/category/books/page-${at % 150}/${at}`)
    const crawls = [
      simulateCrawl({ input: { excludePaths }, site: () => ({ links }) }),
      simulateCrawl({ input: { excludePaths: patterns }, site: () => ({ links: pages }) }),
    ]
    const [poison, ordinary] = await Promise.all(crawls)
    assert.match(poison!.last.failure ?? '', isTold)
    assert.equal(ordinary!.last.failure, null)
    const allowed = pages.filter((url) => !/page-\d\d?\//.test(url))
    assert.deepEqual(new Set(ordinary!.fetched), new Set([`${root}/`, ...allowed]))
  })
})
