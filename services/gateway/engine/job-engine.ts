/**
 * The workflow engine as the gateway uses it: start, describe, list, cancel. It is implemented by Temporal; tests use a
 * plain object.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { JobKind, jobSignals } from '@seine/shared/temporal/names.ts'
import type {
  FinaliseAgainInput,
  RedeliveryInput,
  ReportedCounters,
  SliceHeartbeat,
} from '@seine/shared/temporal/shapes.ts'

/** State of a workflow; a run that continues as new counts as running. */
export type WorkflowState = 'running' | 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timed_out'

/** The newest heartbeat of a slice that is running or waits for a retry. */
export interface HeartbeatView {
  details: SliceHeartbeat
  /** Time of the heartbeat, epoch milliseconds; 0: unknown. */
  atMs: number
}

/** Counters of a slice that has ended. */
export type SliceCounts = Pick<SliceHeartbeat, 'startedFirst' | 'completed' | 'failed' | 'stalls'>

/** One workflow as returned by a single consistent read. */
export interface WorkflowView {
  /** Run id of the first run, when the workflow continued as new. */
  runId: string
  state: WorkflowState
  cancelRequested: boolean
  memo: Record<string, unknown>
  startedAt: Date
  closedAt: Date | null
  /** Time since which a workflow task is pending; null when none is. */
  taskPendingSince: Date | null
  heartbeats: readonly HeartbeatView[]
  /** Slices that have ended and that the memo does not count, because no worker takes the workflow task that would. */
  unreported: readonly SliceCounts[]
  /** Number of events of its history. */
  historyLength: number
  /** Time since which a slice waits for a browser while no slice of the run has one; null when none waits. */
  browserWaitSince: Date | null
  /** When the server ends the workflow regardless of its progress; null when it has no time budget. */
  endsBy: Date | null
}

/** A running job as a list returns it. */
export interface RunningJob {
  id: string
  startedAt: Date
  /** Memo of the lifecycle workflow. */
  memo: Record<string, unknown>
}

/** Selects running jobs. */
export interface RunningFilter {
  kind: JobKind
  tenant: string
  /** Only jobs started in this millisecond or before it; null: all. */
  startedUntil: Date | null
  /** Maximum number of jobs. */
  max: number
}

/** The engine does not answer in time or refuses temporarily; a later retry can succeed. */
export class JobEngineUnavailableError extends Error {
  override readonly name = 'JobEngineUnavailableError'
}

/** The engine answers, but refuses for a reason that only an operator can remove. */
export class EngineRefusedError extends Error {
  override readonly name = 'EngineRefusedError'
}

/**
 * The workflow engine. Every method rejects with JobEngineUnavailableError or EngineRefusedError when the engine fails.
 */
export interface JobEngine {
  /**
   * Starts the lifecycle workflow of a job whose input object is already stored.
   * @returns null when a workflow with this id already exists, running or closed.
   */
  start(input: JobInput): Promise<{ runId: string } | null>
  /** Returns the workflow; null when the engine knows none with this id. */
  describe(workflowId: string): Promise<WorkflowView | null>
  /** Lists running jobs, newest first. A job that has just started or just ended may appear or disappear late. */
  listRunning(filter: RunningFilter): Promise<RunningJob[]>
  /** Requests cancellation of a workflow. @returns false when it was already closed or unknown. */
  cancel(workflowId: string): Promise<boolean>
  /**
   * Waits until a workflow has closed, for at most `waitMs` milliseconds; never rejects. Costs the engine one request
   * however long it takes.
   */
  untilClosed(workflowId: string, waitMs: number): Promise<void>
  /**
   * Sends a signal to a job.
   * @param reported counters that its callers have seen; the job keeps them when it is paused.
   * @returns false when it was already closed or unknown.
   */
  signal(jobId: string, name: keyof typeof jobSignals, reported: ReportedCounters): Promise<boolean>
  /** Starts the delivery of an event again; a delivery in progress counts as started. */
  redeliver(input: RedeliveryInput): Promise<void>
  /** Starts finalising a job again; a finalisation in progress counts as started. */
  finalise(input: FinaliseAgainInput): Promise<void>
  /**
   * Returns when a browser worker last polled for work, which each does about once a minute while idle; null when none
   * is known.
   */
  browserPolledAt(): Promise<Date | null>
  /** Resolves when the engine answers within `deadlineMs`. */
  ping(deadlineMs: number): Promise<void>
}
