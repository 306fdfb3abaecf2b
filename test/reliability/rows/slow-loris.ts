/** R15: sites that send their answers very slowly, beside a healthy one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cataloguePages, type CatalogueSize } from '../../bench/labs/catalogue.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { pageRequests } from '../../bench/labs/lab-job.ts'
import { startPagesSite } from '../../bench/labs/pages-site.ts'
import { startDripSites } from '../drip-sites.ts'
import { reliabilityLimits } from '../reliability-limits.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'

interface Form {
  drips: number
  timeoutMs: number
  size: CatalogueSize
  throughputMinPercent: number
  /** Allowed deviation of a slow page's end from its timeout, per cent. */
  offMaxPercent: number
}

/** 200 pages. */
const full: Form = {
  drips: 50,
  timeoutMs: 10_000,
  size: { shelves: 19, parts: 180, sheets: 0 },
  throughputMinPercent: 90,
  offMaxPercent: 10,
}
/** For runs beside other tests, on machines of any speed. */
const shortened: Form = {
  drips: 10,
  timeoutMs: 2_000,
  size: { shelves: 4, parts: 20, sheets: 0 },
  throughputMinPercent: 20,
  offMaxPercent: 100,
}
const pageDelayMs = 200
const jobTimeoutMs = 300_000

/** Crawls its own catalogue. @returns pages with a result, and pages per second. */
async function crawl(stack: ReliabilityStack, { serve }: RowContext, size: CatalogueSize) {
  const pages = cataloguePages(size)
  const site = await serve(stack, startPagesSite(pages, pageDelayMs))
  const id = await stack.t.api.start({ url: site.url, sitemap: 'skip', output: ['markdown'] })
  const { completed } = await stack.t.api.watch(id, undefined, jobTimeoutMs)
  const asked = pageRequests(site.requests)
  const seconds = (asked.at(-1)!.atMs - asked[0]!.atMs) / 1_000
  return { completed, all: pages.size, perSecond: asked.length / seconds }
}

export const slowLorisRow: Row = {
  id: 'R15',
  name: 'Slow answers',
  alone: true,
  method:
    'A batch of 50 sites that send their headers at once and then a byte every 200 ms for ever, with a timeout of 10 s; beside it a crawl of 200 pages that take 200 ms each. Before, the same crawl of another host alone.',
  counted: 'How long each request to a dripping site is open; pages a second of the crawl beside that alone.',
  passMark: 'Drips end at the timeout ± 10 %; throughput of the crawl at least 90 % of that alone',
  async run(context) {
    const { short, sharedStack, atEnd } = context
    const form = short ? shortened : full
    const stack = await sharedStack()
    const sites = await startDripSites()
    atEnd(async () => await sites.close())
    const urls = Array.from({ length: form.drips }, (_, at) => sites.url(at))
    for (const url of urls) await stack.allow(url)
    const alone = await crawl(stack, context, form.size)
    const id = await stack.t.api.startBatch({ urls, jsRender: false, timeout: form.timeoutMs, output: ['markdown'] })
    const endsAt = performance.now() + jobTimeoutMs
    while (sites.open() < form.drips / 2 && performance.now() < endsAt) await sleep(reliabilityLimits.jobPollMs)
    const open = sites.open()
    const beside = await crawl(stack, context, form.size)
    const end = await stack.t.api.watch(id, undefined, jobTimeoutMs)
    const off = sites.lasted.map((ms) => (100 * Math.abs(ms - form.timeoutMs)) / form.timeoutMs)
    const percent = (100 * beside.perSecond) / alone.perSecond
    const spread = [Math.min(...sites.lasted), Math.max(...sites.lasted)].map((ms) => (ms / 1_000).toFixed(2))
    return [
      allOf('lines of dripping sites that failed', end.failed, form.drips),
      holds('drips open when the crawl began', String(open), 'half of them, or more', open >= form.drips / 2),
      reported(
        'requests to dripping sites, and how long they were open',
        `${sites.lasted.length}, ${spread.join(' to ')} s`,
      ),
      atMost('furthest from the timeout', Math.max(...off), form.offMaxPercent, ' %'),
      allOf('pages of both crawls', alone.completed + beside.completed, 2 * alone.all),
      reported('pages a second, alone and beside', `${alone.perSecond.toFixed(1)} and ${beside.perSecond.toFixed(1)}`),
      holds(
        'throughput beside the drips',
        `${percent.toFixed(0)} %`,
        `at least ${form.throughputMinPercent} %`,
        percent >= form.throughputMinPercent,
      ),
    ]
  },
}
