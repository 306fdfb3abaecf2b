/** R26: many callers that read statuses, and starts at a steady rate. */
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { allOf, atMost, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import type { LoadFigures } from '../../bench/api/api-figures.ts'
import { readLoad, startLoad, type ApiTarget } from '../../bench/api/load.ts'
import type { Row } from '../row.ts'

const seconds = 20
/** Beside other tests a call may take seconds: the short form ends after a number of them, not after a time. */
const shortReads = 400
/** Every start is a job, and jobs cost more than the calls. */
const shortStarts = 8
const runningPages = 9_000
const shortRunningPages = 200
const finishedPages = 20
const shortFinishedPages = 3
const readsMaxMs = 100
const startsMaxMs = 250
/** Beside other tests, only a service that stands still exceeds this. */
const shortMaxMs = 10_000

function marksOf({ title, requests, perSecond, p50Ms, p99Ms, failed }: LoadFigures, maxMs: number): Mark[] {
  return [
    holds(`${title}: calls`, `${requests}, ${perSecond.toFixed(0)}/s`, 'some', requests > 0),
    reported(`${title}: p50`, `${p50Ms} ms`),
    atMost(`${title}: p99`, p99Ms, maxMs, ' ms'),
    allOf(`${title}: answered as they should be`, requests - failed, requests),
  ]
}

export const loadRow: Row = {
  id: 'R26',
  name: 'Load',
  alone: true,
  method:
    '50 connections that read the statuses of a running and of a finished job without a pause, for 20 s; then 20 starts of crawls of one page a second, for 20 s.',
  counted: 'p99 of the calls, as callers see it; calls that failed.',
  passMark: 'p99 at most 100 ms for reads and 250 ms for starts; 0 errors',
  // Reads are faster than the default rate of a key allows.
  stack: { browser: false, environment: { SEINE_LIMIT_READS_PER_MINUTE: '10000000' } },
  async run({ short, ownStack }) {
    const stack = await ownStack()
    const { siteOptions: site } = stack
    const { api, site: pages, stack: running } = stack.t
    const target: ApiTarget = { url: running.file.gateway, key: running.file.apiKey }
    const finished = await api.start({ url: pages.url, limit: short ? shortFinishedPages : finishedPages })
    await api.watch(finished)
    // A running crawl that uses almost no processor time.
    site.latencyMs = benchLimits.apiSiteLatencyMs
    const underWay = await api.start({
      url: new URL(`/many/?n=${short ? shortRunningPages : runningPages}`, pages.url).href,
    })
    const paths = [`/crawl/${underWay}`, `/crawl/${finished}`]
    const reads = await readLoad('reads', target, paths, short ? { calls: shortReads } : { seconds })
    await api.cancel(underWay)
    site.latencyMs = 0
    const onePage = { url: pages.url, limit: 1, sitemap: 'skip', output: ['markdown'] }
    const starts = short
      ? await startLoad('starts', target, onePage, { calls: shortStarts }, shortStarts)
      : await startLoad('starts', target, onePage, { seconds })
    return [...marksOf(reads, short ? shortMaxMs : readsMaxMs), ...marksOf(starts, short ? shortMaxMs : startsMaxMs)]
  },
}
