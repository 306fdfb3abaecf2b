/** R28: a crawl over a slow line that resets connections. */
import { cataloguePages, type CatalogueSize } from '../../bench/labs/catalogue.ts'
import { equals, holds, reported } from '../../bench/labs/lab.ts'
import { markdownOf, pageRequests, resultsAmong } from '../../bench/labs/lab-job.ts'
import { startPagesSite } from '../../bench/labs/pages-site.ts'
import { startFaultyProxy } from '../faulty-proxy.ts'
import type { Row } from '../row.ts'

/** 2,000 pages. */
const size: CatalogueSize = { shelves: 49, parts: 1_950, sheets: 0 }
/** 45 pages. */
const shortSize: CatalogueSize = { shelves: 4, parts: 40, sheets: 0 }
const line = { latencyMs: 300, resetShare: 0.1, seed: 28 }
const shortLatencyMs = 50
const minPercent = 99.8
/** One page lost of 45 is more than one in a thousand. */
const shortMinPercent = 95
const jobTimeoutMs = 900_000

export const faultyNetworkRow: Row = {
  id: 'R28',
  name: 'Faulty network',
  method:
    'A crawl of 2,000 pages through a proxy that delays each request by 300 ms, and resets the connection of one request in ten instead of forwarding it. A page has three attempts.',
  counted: 'Pages with a result; connections reset.',
  passMark: 'At least 99.8 % of the pages (99.9 % expected)',
  async run({ short, sharedStack, atEnd }) {
    const stack = await sharedStack()
    const pages = cataloguePages(short ? shortSize : size)
    const site = await startPagesSite(pages)
    atEnd(async () => await site.close())
    const latencyMs = short ? shortLatencyMs : line.latencyMs
    const proxy = await startFaultyProxy(Number(new URL(site.url).port), { ...line, latencyMs })
    atEnd(async () => await proxy.close())
    const url = `http://127.0.0.1:${proxy.port}/`
    await stack.allow(url)
    const startedMs = performance.now()
    const id = await stack.t.api.start({ url, sitemap: 'skip', limit: 2 * pages.size, output: ['markdown'] })
    const final = await stack.t.api.watch(id, undefined, jobTimeoutMs)
    const seconds = (performance.now() - startedMs) / 1_000
    const found = resultsAmong(await markdownOf(final), new Set(pages.keys()))
    const percent = (100 * found) / pages.size
    return [
      equals('the crawl', String(final.status), 'completed'),
      holds(
        'pages',
        `${found} of ${pages.size}, ${percent.toFixed(2)} %`,
        `at least ${short ? shortMinPercent : minPercent} %`,
        percent >= (short ? shortMinPercent : minPercent),
      ),
      reported('requests that came through', String(pageRequests(site.requests).length)),
      holds('connections reset', String(proxy.resets()), 'some', proxy.resets() > 0),
      reported('time', `${seconds.toFixed(0)} s`),
    ]
  },
}
