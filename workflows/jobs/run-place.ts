/**
 * Where the slices of a job run: in a workflow of their own, or, for the smallest jobs, in the workflow of the job. A
 * workflow more costs Temporal about as much as everything else of a job of one page.
 */
import { setHandler, upsertMemo, workflowInfo } from '@temporalio/workflow'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { JobWorkflowInput, RunMemo } from '@seine/shared/temporal/shapes.ts'
import { isCompact } from './compact-history.ts'
import type { JobPause } from './job-pause.ts'
import { pauseSignal, resumeSignal } from './pause-signals.ts'

export interface RunPlace {
  /**
   * True in the workflow of the job: no history of an older release has such a run, and the server does not end it with
   * its time budget.
   */
  within: boolean
  /** True: counters are reported before sitemaps are read, because no advance reports them until then. */
  reportsBeforeSitemaps: boolean
  /** See `compact-history.ts`. */
  isCompact: boolean
  /** Returns when the time budget began, epoch milliseconds. */
  beganAtMs(): number
  writeMemo(memo: RunMemo): void
  /** Leaves to the workflow of the job whether it reports the end of a completed run: its own end may come first. */
  leaveReport(report: () => void): void
  /** Calls `set` for every request to pause or resume; also for those that have arrived already. */
  listen(set: (paused: boolean) => void): void
}

/** The run has a workflow of its own, and begins. @param input of the run. */
export const ownWorkflow = (input: Pick<JobWorkflowInput, 'compactHistory'>): RunPlace => ({
  within: false,
  reportsBeforeSitemaps: false,
  isCompact: isCompact(input),
  beganAtMs: () => workflowInfo().startTime.getTime(),
  writeMemo: (memo) => upsertMemo(memo),
  leaveReport: (report) => report(),
  listen: (set) => {
    setHandler(pauseSignal, () => set(true))
    setHandler(resumeSignal, () => set(false))
  },
})

/** How a run inside the workflow of its job starts. */
export interface RunBeginning {
  /** Epoch milliseconds: until a worker takes the job, its time budget does not pass. */
  beganAtMs: number
  /** False in histories of workers that did not. */
  reportsBeforeSitemaps: boolean
  isCompact: boolean
  /** See `RunPlace`. */
  leaveReport: (report: () => void) => void
}

/** The run is in the workflow of its job, which receives the signals. @param pause of the job. */
export const workflowOfJob = (pause: JobPause, beginning: RunBeginning): RunPlace => ({
  within: true,
  reportsBeforeSitemaps: beginning.reportsBeforeSitemaps,
  isCompact: beginning.isCompact,
  beganAtMs: () => beginning.beganAtMs,
  writeMemo: (memo) => upsertMemo({ run: memo }),
  leaveReport: beginning.leaveReport,
  listen: (set) => pause.follow(async (paused) => set(paused)),
})

/**
 * Returns whether the run of a job starts inside the workflow of the job. A batch has its lines, whatever its limit. A
 * small job may still take many slices, as when the pages that it finds are refused by robots.txt and do not count: its
 * run then moves to a workflow of its own.
 */
export const isSmall = ({ kind, limit, lines }: Pick<JobWorkflowInput, 'kind' | 'limit' | 'lines'>): boolean =>
  (kind === 'batch' ? lines : Math.max(limit, lines)) <= frontierLimits.pagesWithoutRun
