/** R29: gateway and scrape worker receive SIGTERM and are restarted several times during a crawl. */
import { setTimeout as sleep } from 'node:timers/promises'
import { stackLimits } from '@seine/tools/checkout/stack-limits.ts'
import { cataloguePages, type CatalogueSize } from '../../bench/labs/catalogue.ts'
import { allOf, atMost, equals, holds, reported } from '../../bench/labs/lab.ts'
import { markdownOf, pageRequests, resultsAmong } from '../../bench/labs/lab-job.ts'
import { startPagesSite } from '../../bench/labs/pages-site.ts'
import { reliabilityLimits } from '../reliability-limits.ts'
import type { Row } from '../row.ts'

interface Form {
  size: CatalogueSize
  pageDelayMs: number
  /** Interval between rounds of restarts, milliseconds. */
  everyMs: number
  roundsMax: number
}

/** The 500 pages of R6, slow enough for several rounds. */
const full: Form = {
  size: { shelves: 20, parts: 479, sheets: 0 },
  pageDelayMs: 2_000,
  everyMs: 30_000,
  roundsMax: 1_000,
}
const shortened: Form = { size: { shelves: 4, parts: 35, sheets: 0 }, pageDelayMs: 400, everyMs: 1_000, roundsMax: 1 }
const exitMaxSeconds = 30

const parts = ['scrapeWorker', 'gateway'] as const
const graceMs = { scrapeWorker: stackLimits.scrapeWorkerGraceMs, gateway: stackLimits.gatewayGraceMs }

export const rollingRestartRow: Row = {
  id: 'R29',
  name: 'Rolling restart',
  method:
    'A crawl of 500 pages that take 2 s each; every 30 s first the only scrape worker and then the gateway are ended with SIGTERM and started anew.',
  counted: 'Pages with a result, failed and fetched again; time from SIGTERM to the exit.',
  passMark: '0 failed pages caused; exit within 30 s, without SIGKILL',
  stack: { browser: false },
  async run({ short, ownStack, serve }) {
    const form = short ? shortened : full
    const stack = await ownStack()
    const pages = cataloguePages(form.size)
    const site = await serve(stack, startPagesSite(pages, form.pageDelayMs))
    const id = await stack.t.api.start({ url: site.url, sitemap: 'skip', output: ['markdown'] })
    const course = { isOver: false }
    // Not `watch`: counters may be compared only with readings from the same gateway.
    const ended = stack
      .jobEnd(stack.attacker, `/crawl/${id}`, reliabilityLimits.rowTimeoutMs)
      .finally(() => (course.isOver = true))
    const exits: { part: (typeof parts)[number]; ms: number }[] = []
    let next = performance.now() + form.everyMs
    for (let round = 0; round < form.roundsMax && !course.isOver; round += 1, next += form.everyMs) {
      while (!course.isOver && performance.now() < next) await sleep(reliabilityLimits.jobPollMs)
      for (const part of parts) {
        if (course.isOver) break
        const toldMs = performance.now()
        await stack.t.stack.part(part).stop()
        exits.push({ part, ms: performance.now() - toldMs })
        await stack.t.stack.part(part).start()
      }
    }
    await ended
    const final = await stack.t.api.status(id)
    const archive = await markdownOf(final)
    const slowest = exits.toSorted((a, b) => b.ms - a.ms)[0]
    return [
      equals('the crawl', String(final.status), 'completed'),
      allOf('pages', resultsAmong(archive, new Set(pages.keys())), pages.size),
      allOf('entries in the manifest', archive?.manifest.pages.length ?? 0, pages.size),
      atMost('pages that failed', final.failed, 0),
      reported('pages fetched again', String(pageRequests(site.requests).length - pages.size)),
      holds('restarts', String(exits.length), 'at least one', exits.length > 0),
      atMost(`slowest exit (${slowest?.part})`, (slowest?.ms ?? 0) / 1_000, exitMaxSeconds, ' s'),
      allOf(
        'exits before the grace of SIGKILL',
        exits.filter(({ part, ms }) => ms < graceMs[part]).length,
        exits.length,
      ),
    ]
  },
}
