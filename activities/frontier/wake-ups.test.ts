/** How often the frontier of a job is advanced, and how long the job takes, while pages fail temporarily. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlByClock, type TimedSite, type TransientFault } from './testing/timed-crawl.ts'

const refused: TransientFault = { code: 'http_status', status: 500 }
const overloaded: TransientFault = { code: 'http_status', status: 503 }
const reset: TransientFault = { code: 'connection_reset' }

const site = (patch: Partial<TimedSite>): TimedSite => ({
  pages: 10_000,
  pageMs: 100,
  faultShare: 0.1,
  fault: refused,
  advanceMs: 40,
  ...patch,
})

const facts = ({ fault, pageMs }: TimedSite): string =>
  `${'status' in fault ? fault.status : fault.code}, pages of ${pageMs} ms`

describe('a crawl of 10,000 pages of which one attempt in ten fails for a time', () => {
  const sites = [refused, overloaded, reset].flatMap((fault) => [20, 100, 500].map((pageMs) => site({ fault, pageMs })))
  for (const each of sites) {
    it(`advances its frontier 450 times at most (${facts(each)})`, async () => {
      const { advances, slices, last } = await crawlByClock(each)
      assert.ok(advances <= 450, `${advances} advances`)
      // Most retries share slices with other pages: hardly more slices are needed than without a fault.
      if (each.pageMs <= 100) assert.ok(slices <= 150, `${slices} slices`)
      const { total, completed, failed } = last.counters
      // The links of the few pages that fail for good are not known.
      assert.ok(failed <= 20 && completed + failed === total && completed >= 9_800, JSON.stringify(last.counters))
    })
  }

  it('finds its pages in the same order however long they take', async () => {
    const orderOf = async (pageMs: number): Promise<string[]> => {
      const { frontier } = await crawlByClock(site({ pages: 1_000, pageMs, faultShare: 0 }))
      return frontier.entries.map(({ url }) => url)
    }
    assert.deepEqual(await orderOf(500), await orderOf(20))
  })
})

describe('a crawl of more pages than the usual limit', () => {
  it('finds every page once, also when workers that advance it lose their memory', async () => {
    const pages = 15_000
    const { frontier, last } = await crawlByClock(
      site({ pages, pageMs: 20, faultShare: 0, workerOf: (advance) => Math.floor(advance / 60) }),
    )
    assert.deepEqual(last.counters, { total: pages, completed: pages, failed: 0, pending: 0 })
    assert.equal(new Set(frontier.entries.map(({ url }) => url)).size, pages)
    assert.ok(frontier.entries.length === pages && frontier.entries.every(({ state }) => state === 'scraped'))
    const settled = frontier.merged.map(({ slice }) => slice)
    assert.equal(new Set(settled).size, settled.length)
  })
})

describe('a small crawl', () => {
  it('of one page takes as long as the page', async () => {
    const { advances, tookMs } = await crawlByClock(site({ pages: 1, faultShare: 0 }))
    assert.equal(advances, 2)
    assert.ok(tookMs <= 250, `${tookMs} ms`)
  })

  it('of one page that fails is tried again as soon as its pause is over', async () => {
    const { advances, tookMs } = await crawlByClock(site({ pages: 1, faultShare: 1 }))
    assert.equal(advances, 6)
    // Pauses of 1 and 4 s, at most a quarter longer, three attempts, and five advances in between.
    assert.ok(tookMs <= 1_250 + 5_000 + 3 * 150 + 6 * 40, `${tookMs} ms`)
  })

  it('of 40 pages without faults takes no advance more than it has slices', async () => {
    const { advances, slices, tookMs } = await crawlByClock(site({ pages: 40, faultShare: 0 }))
    assert.equal(advances, slices + 1)
    assert.ok(tookMs <= 1_100, `${tookMs} ms`)
  })

  it('of 40 pages ends within a second of the pauses of its pages', async () => {
    for (const fault of [refused, overloaded, reset]) {
      const { tookMs } = await crawlByClock(site({ pages: 40, faultShare: 0.1, fault }))
      // Without gathering retries it took 6,650 to 7,050 ms.
      assert.ok(tookMs <= 7_050 + 1_000, `${tookMs} ms`)
    }
  })
})
