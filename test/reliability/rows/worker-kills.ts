/** R6: the scrape worker is killed repeatedly while it crawls. */
import { cataloguePages } from '../../bench/labs/catalogue.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { repeatsAllowed } from '../../bench/labs/kill-repeats.ts'
import { markdownOf, pageRequests, resultsAmong } from '../../bench/labs/lab-job.ts'
import { startPagesSite } from '../../bench/labs/pages-site.ts'
import { reliabilityLimits } from '../reliability-limits.ts'
import type { Row } from '../row.ts'
import { killWhile } from '../worker-killer.ts'

const crawls = 4
const killsEach = 5
/** 500 pages. */
const size = { shelves: 20, parts: 479, sheets: 0 }
const shortSize = { shelves: 4, parts: 20, sheets: 0 }
const pageDelayMs = 25
const pauseMs = { min: 500, max: 4_000 }
/** A short crawl ends soon. */
const shortPauseMs = { min: 100, max: 400 }

export const workerKillsRow: Row = {
  id: 'R6',
  name: 'Worker killed',
  method:
    'Four crawls of 500 pages that take 25 ms each, one after the other; in each the scrape worker is killed with SIGKILL up to five times, at random 0.5 to 4 s after its successor is ready.',
  counted: 'Crawls that complete; pages with a result, each once; entries in the manifest; pages fetched again.',
  passMark:
    'All complete with every page once; pages fetched again at most those in flight and those of one flush interval for each kill',
  stack: { browser: false },
  async run({ short, ownStack, serve, keepHistories }) {
    const stack = await ownStack()
    const pages = cataloguePages(short ? shortSize : size)
    const site = await serve(stack, startPagesSite(pages, pageDelayMs))
    const runs = short ? 1 : crawls
    const kills = short ? { most: 1, pauseMs: shortPauseMs } : { most: killsEach, pauseMs }
    const sums = { completed: 0, pages: 0, entries: 0 }
    const killed: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const id = await stack.t.api.start({ url: site.url, output: ['markdown'], heartbeatTimeoutSecs: 5 })
      let over = false
      const ended = stack.t.api.watch(id, undefined, reliabilityLimits.rowTimeoutMs).finally(() => (over = true))
      killed.push(...(await killWhile(stack, () => over, kills)))
      const final = await ended
      const archive = await markdownOf(final)
      sums.completed += Number(final.status === 'completed')
      sums.pages += resultsAmong(archive, new Set(pages.keys()))
      sums.entries += archive?.manifest.pages.length ?? 0
    }
    await keepHistories(stack)
    const again = pageRequests(site.requests).length - runs * pages.size
    return [
      allOf('crawls completed', sums.completed, runs),
      allOf('pages', sums.pages, runs * pages.size),
      allOf('entries in the manifests', sums.entries, runs * pages.size),
      holds('kills', String(killed.length), 'at least one', killed.length > 0),
      reported('kills × pages in flight', String(killed.length * site.inFlightMax())),
      atMost('pages fetched again', again, repeatsAllowed(killed, site)),
    ]
  },
}
