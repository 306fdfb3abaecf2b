/**
 * The workflow engine as the gateway sees it: start, look, list, cancel. Behind it stands Temporal; tests
 * put a plain object there.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { JobKind, jobSignals } from '@seine/shared/temporal/names.ts'
import type { FinaliseAgainInput, RedeliveryInput, SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'

/** How a workflow stands; a run that continues as new is running. */
export type WorkflowState = 'running' | 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timed_out'

/** The newest heartbeat of a slice that is running or waits for a retry. */
export interface HeartbeatView {
  details: SliceHeartbeat
  /** Epoch milliseconds; 0 = unknown. */
  atMs: number
}

/** One workflow as a single consistent read shows it. */
export interface WorkflowView {
  /** Of the first run, when the workflow continued as new. */
  runId: string
  state: WorkflowState
  cancelRequested: boolean
  memo: Record<string, unknown>
  startedAt: Date
  closedAt: Date | null
  /** Since when a workflow task waits to be done, or null when none does. */
  taskPendingSince: Date | null
  heartbeats: readonly HeartbeatView[]
  /** Since when a slice waits for a browser while no slice of the run has one; null when none does. */
  browserWaitSince: Date | null
  /** When the server ends the workflow, whatever it does; null when it has no time budget. */
  endsBy: Date | null
}

/** A running job as a list shows it. */
export interface RunningJob {
  id: string
  startedAt: Date
  /** Of the lifecycle workflow. */
  memo: Record<string, unknown>
}

/** Which running jobs are wanted. */
export interface RunningFilter {
  kind: JobKind
  tenant: string
  /** Only jobs started in this millisecond or before it; null = all. */
  startedUntil: Date | null
  /** At most so many. */
  max: number
}

/** The engine does not answer in time or refuses for now; a retry later can succeed. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError'
}

/** The engine answers, but refuses for a reason that only an operator can remove. */
export class EngineRefusedError extends Error {
  override readonly name = 'EngineRefusedError'
}

/** Every method rejects with EngineUnavailableError or EngineRefusedError when the engine is at fault. */
export interface JobEngine {
  /**
   * Starts the lifecycle workflow of a job, whose input object exists by now.
   * Null when there is a workflow of this id already, running or over.
   */
  start(input: JobInput): Promise<{ runId: string } | null>
  /** The workflow, or null when the engine knows none of this id. */
  describe(workflowId: string): Promise<WorkflowView | null>
  /** Running jobs, newest first. A job that was just started or has just ended may be told late. */
  listRunning(filter: RunningFilter): Promise<RunningJob[]>
  /** Asks a workflow to cancel. False when it was closed or unknown by then. */
  cancel(workflowId: string): Promise<boolean>
  /** Waits until a workflow has closed, for `waitMs` at most; never rejects. Costs the engine one request, however long. */
  untilClosed(workflowId: string, waitMs: number): Promise<void>
  /** Sends a signal to a job. False when it was closed or unknown by then. */
  signal(jobId: string, name: keyof typeof jobSignals): Promise<boolean>
  /** Starts the delivery of an event again; one that is under way counts as started. */
  redeliver(input: RedeliveryInput): Promise<void>
  /** Starts finalising a job again; a finalising that is under way counts as started. */
  finalise(input: FinaliseAgainInput): Promise<void>
  /** When a browser worker last asked for work, which each does about once a minute while it is idle; null = none is known. */
  browserPolledAt(): Promise<Date | null>
  /** Resolves when the engine answers within `deadlineMs`. */
  ping(deadlineMs: number): Promise<void>
}
