/** Figures of a run of the simulation. Pure. */
import type { ProcessFigures } from '../processes/process-meter.ts'
import type { PageOccurrences } from './check-pages.ts'
import type { MemoryPoint } from './memory-course.ts'
import { spreadOf, sumOf, type Sample, type Spread } from './metric-samples.ts'
import type { Kill } from './run-course.ts'

/** The history of one job. */
export interface JobHistory {
  /** Events of its run; the lifecycle has about thirty more. */
  events: number
  bytes: number
  /** Events of run and lifecycle together. */
  jobEvents: number
  /** State transitions of run and lifecycle; `actions` covers both as well. */
  stateTransitions: number
  /** Actions as Temporal Cloud counts them, without heartbeats. */
  actions: number
  /** Frontier advances of the run. */
  advances: number
}

/** Measurements of one run. */
export interface ScaleRun {
  jobs: number
  pagesPerJob: number
  control: number
  workers: number
  pageMs: number
  faultPercent: number
  crawlDelayMs: number | null
  /** Null for the shipped value. */
  slicePages: number | null
  statesKept: number | null
  /** Number of workers to kill. */
  kills: number
  /** Number of completed pages by the counters of the jobs. */
  completed: number
  wallMs: number
  /** From the first start request to the answer of the last one, milliseconds. */
  startsMs: number
  processes: ProcessFigures[]
  /** CPU of each process per second while idle, by name. */
  idleCpuMsPerSecond: Record<string, number>
  peakRssBytes: number
  histories: JobHistory[]
  samples: Sample[]
  killed: Kill[]
  memory: MemoryPoint[]
  occurrences: PageOccurrences
  /** Jobs without all of their pages, processes that ended by themselves and so on, one text for each. */
  faults: string[]
}

/** Totals of the processes of one role. */
export interface RoleShare {
  role: string
  processes: number
  cpuMsPerPage: number
  /** Share of one processor per process, over the whole run. */
  busy: number
  peakRssBytes: number
}

/** The activities of a crawl's run. */
export const activities = ['scrapeSlice', 'advanceFrontier', 'finaliseJob'] as const

export interface ScaleFigures {
  pages: number
  pagesPerSecond: number
  slices: number
  pagesPerSlice: number
  cpuMsPerPage: number
  /** Without the processes that scrape pages. */
  orchestrationCpuMsPerPage: number
  shares: RoleShare[]
  storeRequestsPerPage: number
  storeRequests: Record<string, number>
  /** Advances of all frontiers, and mean number of frontier reads per advance. */
  advances: number
  frontierReadsPerAdvance: number
  /** Actions as Temporal Cloud counts them, heartbeats included. */
  actionsPerPage: number
  history: { eventsMean: number; eventsMax: number; bytesMean: number; transitionsPerPage: number }
  /** From an activity's start to its end, seconds. */
  takes: Record<(typeof activities)[number], Spread>
  /** Wait in the queue, seconds. */
  sliceWait: Spread
  advanceWait: Spread
  workflowTaskWait: Spread
}

const roleOf = (name: string): string => name.replace(/ \d+$/, '')
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const mean = (numbers: readonly number[]): number => sum(numbers) / Math.max(1, numbers.length)

function sharesOf({ processes, idleCpuMsPerSecond, wallMs, completed }: ScaleRun): RoleShare[] {
  const roles = Map.groupBy(processes, ({ name }) => roleOf(name))
  return [...roles].map(([role, members]) => {
    const cpuMs = sum(members.map((each) => each.cpuMs))
    const idleMs = sum(members.map(({ name }) => ((idleCpuMsPerSecond[name] ?? 0) * wallMs) / 1_000))
    return {
      role,
      processes: members.length,
      cpuMsPerPage: Math.max(0, cpuMs - idleMs) / Math.max(1, completed),
      busy: cpuMs / members.length / wallMs,
      peakRssBytes: sum(members.map((each) => each.peakRssBytes)),
    }
  })
}

const activityTime = 'temporal_activity_execution_latency_seconds'
const activityWait = 'temporal_activity_schedule_to_start_latency_seconds'
const stepWait = 'temporal_workflow_task_schedule_to_start_latency_seconds'

/** Returns the figures of a run; CPU excludes what the same processes use while idle. */
export function scaleFigures(run: ScaleRun): ScaleFigures {
  const { completed: pages, wallMs, samples, histories } = run
  const shares = sharesOf(run)
  const slices = sumOf(samples, 'seine_slices_total')
  const requests = samples.filter(({ name }) => name === 'seine_store_requests_total')
  const operations = Map.groupBy(requests, ({ labels }) => labels['operation'] ?? '')
  const cpuMsPerPage = sum(shares.map((share) => share.cpuMsPerPage))
  const advances = sum(histories.map((history) => history.advances))
  const heartbeats = sumOf(samples, 'temporal_request_total', { operation: 'RecordActivityTaskHeartbeat' })
  const actions = sum(histories.map((history) => history.actions)) + heartbeats
  return {
    pages,
    pagesPerSecond: (pages * 1_000) / wallMs,
    slices,
    pagesPerSlice: pages / Math.max(1, slices),
    cpuMsPerPage,
    orchestrationCpuMsPerPage: cpuMsPerPage - (shares.find(({ role }) => role === 'pages')?.cpuMsPerPage ?? 0),
    shares,
    storeRequestsPerPage: sum(requests.map(({ value }) => value)) / Math.max(1, pages),
    storeRequests: Object.fromEntries(
      [...operations].map(([operation, all]) => [operation, sum(all.map(({ value }) => value))]),
    ),
    advances,
    frontierReadsPerAdvance: sumOf(samples, 'seine_frontier_reads_total') / Math.max(1, advances),
    actionsPerPage: actions / Math.max(1, pages),
    history: {
      eventsMean: mean(histories.map(({ events }) => events)),
      eventsMax: Math.max(0, ...histories.map(({ events }) => events)),
      bytesMean: mean(histories.map(({ bytes }) => bytes)),
      transitionsPerPage: sum(histories.map(({ stateTransitions }) => stateTransitions)) / Math.max(1, pages),
    },
    takes: Object.fromEntries(
      activities.map((type) => [type, spreadOf(samples, activityTime, { activity_type: type })]),
    ) as ScaleFigures['takes'],
    sliceWait: spreadOf(samples, activityWait, { task_queue: 'seine-pages' }),
    advanceWait: spreadOf(samples, activityWait, { task_queue: 'seine-control' }),
    workflowTaskWait: spreadOf(samples, stepWait, { task_queue: 'seine-control' }),
  }
}
