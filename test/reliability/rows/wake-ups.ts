/** R43: advances of a frontier and their reads while pages fail for a time. Counts only, no times. */
import {
  chance,
  crawlByClock,
  type TimedSite,
  type TransientFault,
} from '@seine/activities/frontier/testing/timed-crawl.ts'
import { atMost, equals, reported, type Mark } from '../../bench/labs/lab.ts'
import { runScale } from '../../bench/scale/run-scale.ts'
import { scaleFigures } from '../../bench/scale/scale-figures.ts'
import type { Row, RowContext } from '../row.ts'

const pages = 10_000
const shortPages = 2_000
const faultPercent = 10
const advancesMax = 450
/** Of a fifth of the pages, of which 200 fail for a time. */
const shortAdvancesMax = 150
const workers = 20
const faults: readonly [name: string, fault: TransientFault][] = [
  ['500', { code: 'http_status', status: 500 }],
  ['503', { code: 'http_status', status: 503 }],
  ['connection reset', { code: 'connection_reset' }],
]

const site = (patch: Partial<TimedSite>): TimedSite => ({
  pages,
  pageMs: 100,
  faultShare: faultPercent / 100,
  fault: { code: 'http_status', status: 500 },
  advanceMs: 40,
  ...patch,
})

/** With a simulated clock: the real frontier and pacing, simulated pages. */
async function simulated(short: boolean): Promise<Mark[]> {
  const marks: Mark[] = []
  const most = short ? shortAdvancesMax : advancesMax
  const size = short ? { pages: shortPages } : {}
  for (const pageMs of short ? [100] : [20, 100, 500]) {
    for (const [name, fault] of faults) {
      const { advances } = await crawlByClock(site({ ...size, fault, pageMs }))
      marks.push(atMost(`simulated, ${name}, pages of ${pageMs} ms: advances`, advances, most))
    }
  }
  const local = await crawlByClock(site(size))
  marks.push(
    atMost(`${workers} workers, run in memory of one: reads an advance`, local.frontierReads / local.advances, 1),
  )
  const anyone = await crawlByClock(
    site({ ...size, workerOf: (advance) => Math.floor(chance(`worker ${advance}`) * workers) }),
  )
  const reads = (anyone.frontierReads / anyone.advances).toFixed(1)
  marks.push(reported(`${workers} workers, advances through the queue: reads an advance`, reads))
  return marks
}

/** On a stack with real workflows, slices and store. */
async function real({ signal, atEnd }: RowContext): Promise<Mark[]> {
  const plan = { jobs: 1, pagesPerJob: pages, control: 4, workers: 2, pageMs: 100, faultPercent }
  const rest = { crawlDelayMs: null, slicePages: null, statesKept: null, kills: 0 }
  const run = await runScale({ ...plan, ...rest }, { signal, atEnd })
  const figures = scaleFigures(run)
  const requests = Object.entries(figures.storeRequests).map(([kind, count]) => `${kind} ${count}`)
  return [
    equals('real stack: faults', run.faults.join('; ') || 'none', 'none'),
    atMost('real stack, 500: advances', figures.advances, advancesMax),
    atMost('real stack, four workers: frontier reads an advance', figures.frontierReadsPerAdvance, 1),
    reported('real stack: slices', String(figures.slices)),
    reported('real stack: requests to the store', requests.join(', ')),
    reported('real stack: actions of Temporal', (figures.actionsPerPage * figures.pages).toFixed(0)),
  ]
}

export const wakeUpsRow: Row = {
  id: 'R43',
  name: 'Transient errors',
  method:
    'A crawl of one host, 10,000 pages, of which one attempt in ten fails for a time: simulated by a clock of its own, and on a stack with four workers for workflows and two for pages.',
  counted: 'Advances of the frontier, reads of the frontier an advance, requests to the store.',
  passMark: 'At most 450 advances and one read of the frontier an advance',
  async run(context) {
    const marks = await simulated(context.short)
    return context.short ? marks : [...marks, ...(await real(context))]
  },
}
