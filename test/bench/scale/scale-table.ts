/** Formats the figures of the simulation as text. */
import { alignColumns, mebibytes } from '../crawl/crawl-table.ts'
import type { Spread } from './metric-samples.ts'
import type { PageCount } from './page-tally.ts'
import { activities, type ScaleFigures, type ScaleRun } from './scale-figures.ts'

const milliseconds = (seconds: number): string => (seconds * 1_000).toFixed(0)

const spread = ({ mean, p99 }: Spread): string => `${milliseconds(mean)} / ≤ ${milliseconds(p99)}`

type Done = readonly { run: ScaleRun; figures: ScaleFigures }[]

const headings = [
  'jobs',
  'pages',
  'wall s',
  'pages/s',
  'slices/s',
  'pages/slice',
  'CPU ms/page',
  'of it not pages',
  'RSS MB',
]

/** One line per run. */
export const scaleTable = (done: Done): string =>
  alignColumns([
    headings,
    ...done.map(({ run, figures }) => [
      String(run.jobs),
      String(figures.pages),
      (run.wallMs / 1_000).toFixed(1),
      figures.pagesPerSecond.toFixed(0),
      ((figures.slices * 1_000) / run.wallMs).toFixed(1),
      figures.pagesPerSlice.toFixed(0),
      figures.cpuMsPerPage.toFixed(2),
      figures.orchestrationCpuMsPerPage.toFixed(2),
      mebibytes(run.peakRssBytes),
    ]),
  ])

/** One line per run and role: CPU, and the share of one processor that each of its processes used. */
export const roleTable = (done: Done): string =>
  alignColumns([
    ['process', 'jobs', 'of them', 'CPU ms/page', 'busy', 'RSS MB'],
    ...done.flatMap(({ run, figures }) =>
      figures.shares.map(({ role, processes, cpuMsPerPage, busy, peakRssBytes }) => [
        role,
        String(run.jobs),
        String(processes),
        cpuMsPerPage.toFixed(3),
        `${(busy * 100).toFixed(0)} %`,
        mebibytes(peakRssBytes),
      ]),
    ),
  ])

/** One line per run: durations of activities (mean and 99th percentile). */
export const timeTable = (done: Done): string =>
  alignColumns([
    ['jobs', ...activities.map((type) => `${type} ms`)],
    ...done.map(({ run, figures: { takes } }) => [String(run.jobs), ...activities.map((type) => spread(takes[type]))]),
  ])

/** Billable requests: to the object store by kind, and Temporal actions. Each per page. */
export function costTable(done: Done): string {
  const kinds = [...new Set(done.flatMap(({ figures }) => Object.keys(figures.storeRequests)))].toSorted()
  return alignColumns([
    ['jobs', ...kinds.map((kind) => `${kind}/page`), 'actions/page', 'transitions/page', 'advances', 'reads/advance'],
    ...done.map(({ run, figures }) => [
      String(run.jobs),
      ...kinds.map((kind) => ((figures.storeRequests[kind] ?? 0) / Math.max(1, figures.pages)).toFixed(4)),
      figures.actionsPerPage.toFixed(4),
      figures.history.transitionsPerPage.toFixed(4),
      String(figures.advances),
      figures.frontierReadsPerAdvance.toFixed(2),
    ]),
  ])
}

/** One line per run: histories, waits in queues (mean and 99th percentile), requests to the store. */
export const orderTable = (done: Done): string =>
  alignColumns([
    ['jobs', 'events/job', 'most', 'KB/job', 'store/page', 'slice waits ms', 'advance waits ms', 'step waits ms'],
    ...done.map(({ run, figures: { history, storeRequestsPerPage, sliceWait, advanceWait, workflowTaskWait } }) => [
      String(run.jobs),
      history.eventsMean.toFixed(0),
      String(history.eventsMax),
      (history.bytesMean / 1024).toFixed(0),
      storeRequestsPerPage.toFixed(3),
      ...[sliceWait, advanceWait, workflowTaskWait].map(spread),
    ]),
  ])

/** Where pages are counted, as rows of the table. */
const places = [
  ['files', 'files of archives'],
  ['manifest', 'manifests'],
  ['ledger', 'ledgers, scraped'],
  ['loads', 'loads'],
] as const satisfies readonly (readonly [keyof ScaleRun['occurrences'], string])[]

const pageCounts = [
  ['expected', 'pages'],
  ['found', 'found'],
  ['distinct', 'distinct'],
  ['missing', 'missing'],
  ['repeated', 'more than once'],
  ['beyondOne', 'beyond one'],
  ['unknown', 'unknown'],
] as const satisfies readonly (readonly [keyof PageCount, string])[]

/** One line per run and place: how often each page of the simulated websites occurs there. */
export const pageTable = (done: Done): string =>
  alignColumns([
    ['counted in', 'jobs', ...pageCounts.map(([, heading]) => heading)],
    ...done.flatMap(({ run }) =>
      places.map(([place, title]) => [
        title,
        String(run.jobs),
        ...pageCounts.map(([key]) => String(run.occurrences[place][key])),
      ]),
    ),
  ])

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

/** One line per kill: page loads before it, and how long it was felt. */
export const killTable = (done: Done): string =>
  alignColumns([
    ['killed', 'jobs', 'loads', 'at s', 'ready again after s', 'longest time without a load s'],
    ...done.flatMap(({ run }) =>
      run.killed.map(({ name, pages, atMs, readyMs, pauseMs }) => [
        name,
        String(run.jobs),
        String(pages),
        seconds(atMs),
        seconds(readyMs),
        seconds(pauseMs),
      ]),
    ),
  ])

/** One line per point of progress of one run: the highest memory of each process since the point before, MB. */
export function memoryTable({ memory, processes }: Pick<ScaleRun, 'memory' | 'processes'>): string {
  const names = processes.map(({ name }) => name)
  return alignColumns([
    ['loads', 's', ...names],
    ...memory.map(({ pages, atMs, rssBytes }) => [
      String(pages),
      (atMs / 1_000).toFixed(0),
      ...names.map((name) => mebibytes(rssBytes[name] ?? 0)),
    ]),
  ])
}
