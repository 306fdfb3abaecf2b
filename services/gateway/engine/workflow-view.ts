/** Temporal's description of a workflow, reduced to what a job status needs. */
import { taskQueues } from '@seine/shared/temporal/names.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { defaultPayloadConverter, type WorkflowExecutionDescription } from '@temporalio/client'
import type { HeartbeatView, SliceCounts, WorkflowState, WorkflowView } from './job-engine.ts'

/** The activity whose heartbeats carry page counters. */
export const sliceActivity = 'scrapeSlice'

type StatusName = WorkflowExecutionDescription['status']['name']

const closedStates: Partial<Record<StatusName, WorkflowState>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed_out',
}

type PendingActivity = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number]
type Timestamp = NonNullable<PendingActivity['lastHeartbeatTime']>

/** Returns a protobuf timestamp, whose seconds are a Long, as epoch milliseconds. */
export function epochMs(timestamp: Timestamp | null | undefined): number | null {
  if (timestamp === null || timestamp === undefined) return null
  return (timestamp.seconds?.toNumber() ?? 0) * 1_000 + Math.floor((timestamp.nanos ?? 0) / 1_000_000)
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

function hasCounts(details: unknown): details is SliceCounts {
  if (typeof details !== 'object' || details === null) return false
  const { startedFirst, completed, failed } = details as Partial<SliceCounts>
  return isCount(startedFirst) && isCount(completed) && isCount(failed)
}

/**
 * Decodes counters of a slice, in a heartbeat or a result, which the client does not decode; an empty list without
 * counters.
 */
export function countsIn<Counts extends SliceCounts>(details: PendingActivity['heartbeatDetails']): Counts[] {
  const payload = details?.payloads?.[0]
  if (payload === null || payload === undefined) return []
  try {
    const decoded: unknown = defaultPayloadConverter.fromPayload(payload)
    return hasCounts(decoded) ? [decoded as Counts] : []
  } catch {
    return []
  }
}

function heartbeatOf(activity: PendingActivity): HeartbeatView[] {
  if (activity.activityType?.name !== sliceActivity) return []
  const atMs = epochMs(activity.lastHeartbeatTime) ?? 0
  return countsIn<SliceHeartbeat>(activity.heartbeatDetails).map((details) => ({ details, atMs }))
}

function pendingSince({ pendingWorkflowTask }: WorkflowExecutionDescription['raw']): Date | null {
  if (pendingWorkflowTask === null || pendingWorkflowTask === undefined) return null
  const at = epochMs(pendingWorkflowTask.originalScheduledTime) ?? epochMs(pendingWorkflowTask.scheduledTime)
  return new Date(at ?? 0)
}

/** `PENDING_ACTIVITY_STATE_SCHEDULED` of Temporal's API: no worker has picked it up. */
const scheduled = 1

function browserWaitSince(activities: readonly PendingActivity[]): Date | null {
  const slices = activities.filter(
    ({ activityOptions }) => activityOptions?.taskQueue?.name === taskQueues.browserPages,
  )
  if (slices.length === 0 || slices.some(({ state }) => Number(state) !== scheduled)) return null
  return new Date(Math.min(...slices.map(({ scheduledTime }) => epochMs(scheduledTime) ?? 0)))
}

function endsBy({ workflowExtendedInfo }: WorkflowExecutionDescription['raw']): Date | null {
  const at = epochMs(workflowExtendedInfo?.executionExpirationTime)
  // For a workflow without a time budget the server returns zero.
  return at === null || at <= 0 ? null : new Date(at)
}

/** Returns the view of a described workflow. */
export function workflowView(description: WorkflowExecutionDescription): WorkflowView {
  const { raw } = description
  return {
    runId: raw.workflowExecutionInfo?.firstRunId || description.runId,
    state: closedStates[description.status.name] ?? 'running',
    cancelRequested: raw.workflowExtendedInfo?.cancelRequested ?? false,
    memo: description.memo ?? {},
    startedAt: description.startTime,
    closedAt: description.closeTime ?? null,
    taskPendingSince: pendingSince(raw),
    unreported: [],
    historyLength: raw.workflowExecutionInfo?.historyLength?.toNumber() ?? 0,
    heartbeats: (raw.pendingActivities ?? []).flatMap((activity) => heartbeatOf(activity)),
    browserWaitSince: browserWaitSince(raw.pendingActivities ?? []),
    endsBy: endsBy(raw),
  }
}
