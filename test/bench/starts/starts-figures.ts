/** Figures of one load of starts, and its tables. */
import type { LoadFigures } from '../api/api-figures.ts'
import { alignColumns } from '../crawl/crawl-table.ts'
import type { ProcessFigures } from '../processes/process-meter.ts'
import type { JobHistory } from '../scale/scale-figures.ts'
import type { RequestCounts, StackRequests } from './request-counts.ts'
import type { ThreadTimes } from './thread-times.ts'

/** One load as measured. */
export interface StartsRun {
  perSecond: number
  load: LoadFigures
  /** Jobs that were started and have ended, also those whose caller left at the end of the load. */
  jobs: number
  /** How long the processes were measured: from the first start until the last job has been seen to have ended. */
  meteredMs: number
  processes: ProcessFigures[]
  idleCpuMsPerSecond: Readonly<Record<string, number>>
  /** CPU of the threads of the scrape worker. */
  threads: ThreadTimes
  requests: StackRequests
  /** Histories of some of the jobs. */
  histories: JobHistory[]
}

/** CPU of one process for one job. */
export interface StartsShare {
  name: string
  cpuMsPerJob: number
}

export interface StartsFigures {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
  jobs: number
  cpuMsPerJob: number
  processes: StartsShare[]
  /** Threads of the scrape worker, the busiest first; what they use when idle is included. */
  threads: StartsShare[]
  temporalRequestsPerJob: RequestCounts
  storeRequestsPerJob: RequestCounts
  eventsPerJob: number
  stateTransitionsPerJob: number
}

const perJob = (counts: RequestCounts, jobs: number): RequestCounts =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / jobs]))

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)

/** Computes the cost of a job. What the processes use when they are idle is subtracted. */
export function startsFigures(run: StartsRun): StartsFigures {
  const { perSecond, load, jobs, meteredMs, idleCpuMsPerSecond, histories } = run
  const processes = run.processes.map(({ name, cpuMs }) => ({
    name,
    cpuMsPerJob: Math.max(0, cpuMs - (idleCpuMsPerSecond[name] ?? 0) * (meteredMs / 1_000)) / jobs,
  }))
  const threads = Object.entries(run.threads)
    .map(([name, cpuMs]) => ({ name, cpuMsPerJob: cpuMs / jobs }))
    .toSorted((a, b) => b.cpuMsPerJob - a.cpuMsPerJob)
  return {
    perSecond,
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
    failed: load.failed,
    jobs,
    cpuMsPerJob: processes.reduce((sum, { cpuMsPerJob }) => sum + cpuMsPerJob, 0),
    processes,
    threads,
    temporalRequestsPerJob: perJob(run.requests.temporal, jobs),
    storeRequestsPerJob: perJob(run.requests.store, jobs),
    eventsPerJob: mean(histories.map(({ jobEvents }) => jobEvents)),
    stateTransitionsPerJob: mean(histories.map(({ stateTransitions }) => stateTransitions)),
  }
}

/** A column of each load, a row of each figure. */
function sideBySide(
  all: readonly StartsFigures[],
  rowsOf: (each: StartsFigures) => Record<string, number>,
): string[][] {
  const columns = all.map(rowsOf)
  const names = [...new Set(columns.flatMap((column) => Object.keys(column)))]
  return names.map((name) => [name, ...columns.map((column) => (column[name] ?? 0).toFixed(2))])
}

const sharesOf = (shares: readonly StartsShare[]): Record<string, number> =>
  Object.fromEntries(shares.map(({ name, cpuMsPerJob }) => [name, cpuMsPerJob]))

/** Requests of an operation that fewer jobs than this share need are left out: they do not belong to jobs. */
const leastPerJob = 0.05

const frequent = (counts: RequestCounts): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count >= leastPerJob))

/** Returns the tables: callers, CPU, requests. */
export function startsTable(all: readonly StartsFigures[]): string {
  const heading = (title: string): string[] => [title, ...all.map(({ perSecond }) => `${perSecond}/s`)]
  const callers = all.map(({ p50Ms, p99Ms, failed, jobs }) => [p50Ms, p99Ms, failed, jobs])
  const rows = ['p50 ms', 'p99 ms', 'failed', 'jobs'].map((name, at) => [
    name,
    ...callers.map((each) => String(each[at])),
  ])
  return [
    alignColumns([heading('starts'), ...rows]),
    alignColumns([
      heading('CPU ms a job'),
      ...sideBySide(all, ({ cpuMsPerJob, processes }) => ({ ...sharesOf(processes), together: cpuMsPerJob })),
    ]),
    alignColumns([heading('threads of the scrape worker'), ...sideBySide(all, ({ threads }) => sharesOf(threads))]),
    alignColumns([
      heading('Temporal a job'),
      ...sideBySide(all, ({ temporalRequestsPerJob, eventsPerJob, stateTransitionsPerJob }) => ({
        events: eventsPerJob,
        'state transitions': stateTransitionsPerJob,
        ...frequent(temporalRequestsPerJob),
      })),
    ]),
    alignColumns([
      heading('store requests a job'),
      ...sideBySide(all, ({ storeRequestsPerJob }) => frequent(storeRequestsPerJob)),
    ]),
  ].join('\n')
}
