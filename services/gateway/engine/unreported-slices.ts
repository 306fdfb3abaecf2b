/**
 * Slices that have ended and that the memo of their run does not count yet, because no worker has taken the workflow task
 * that counts them: as when Temporal gives up the slices of a paused job after all workers have died. Their counters
 * are in the history only.
 */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import type { SliceCounts, WorkflowView } from './job-engine.ts'
import { countsIn, sliceActivity } from './workflow-view.ts'

type History = Awaited<
  ReturnType<TemporalClient['connection']['workflowService']['getWorkflowExecutionHistoryReverse']>
>
type HistoryEvent = NonNullable<NonNullable<History['history']>['events']>[number]

/** The end of a history. */
export interface HistoryTail {
  /** Number of the last event. */
  length: number
  /** Slices that have ended since the last workflow task. */
  slices: SliceCounts[]
}

/** What has ended an activity, as far as it has counters. */
function endOf(event: HistoryEvent): { scheduledId: number; counts: SliceCounts[] } | null {
  const completed = event.activityTaskCompletedEventAttributes
  if (completed) return { scheduledId: Number(completed.scheduledEventId), counts: countsIn(completed.result) }
  const timedOut = event.activityTaskTimedOutEventAttributes
  if (!timedOut) return null
  const beat = timedOut.failure?.timeoutFailureInfo?.lastHeartbeatDetails
  return { scheduledId: Number(timedOut.scheduledEventId), counts: countsIn(beat) }
}

/**
 * Returns the tail of a history.
 * @param events from the newest on; not all are read.
 */
export async function historyTail(events: AsyncIterable<HistoryEvent>): Promise<HistoryTail> {
  const ended = new Map<number, SliceCounts[]>()
  const slices: SliceCounts[] = []
  let length = 0
  let isTail = true
  for await (const event of events) {
    const id = Number(event.eventId)
    length = Math.max(length, id)
    if (event.workflowTaskCompletedEventAttributes) isTail = false
    const end = isTail ? endOf(event) : null
    if (end !== null && end.counts.length > 0) ended.set(end.scheduledId, end.counts)
    // Only its first event names the activity.
    const counts = ended.get(id) ?? []
    if (event.activityTaskScheduledEventAttributes?.activityType?.name === sliceActivity) slices.push(...counts)
    ended.delete(id)
    if (!isTail && ended.size === 0) break
  }
  return { length, slices }
}

/** Yields the events of a workflow from the newest on. */
async function* eventsBackwards(
  { client, connection }: TemporalClient,
  workflowId: string,
): AsyncGenerator<HistoryEvent> {
  let nextPageToken: Uint8Array | null | undefined
  do {
    const page: History = await connection.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: client.options.namespace,
      execution: { workflowId },
      maximumPageSize: gatewayLimits.historyTailPage,
      ...(nextPageToken ? { nextPageToken } : {}),
    })
    yield* page.history?.events ?? []
    nextPageToken = page.nextPageToken
  } while (nextPageToken && nextPageToken.length > 0)
}

/** Reads the tail of the history of a workflow. @throws errors of Temporal. */
export const readHistoryTail = async (temporal: TemporalClient, workflowId: string): Promise<HistoryTail> =>
  await historyTail(eventsBackwards(temporal, workflowId))

/** Returns true when a workflow task has waited so long that no worker seems to be there for it. */
function isOverdue({ state, taskPendingSince }: WorkflowView): boolean {
  if (state !== 'running' || taskPendingSince === null) return false
  return Date.now() - taskPendingSince.getTime() >= gatewayLimits.workflowTaskFreshMs
}

/**
 * Adds the slices that the memo does not count yet to the view of a workflow whose workflow task is overdue.
 * @param read describes the workflow, and reads the tail of its history.
 * @returns the view and the tail of the same moment; the view alone when the workflow changes meanwhile, repeatedly, or
 *   Temporal does not answer.
 */
export async function withUnreported<View extends WorkflowView | null>(
  view: View,
  read: { describe: () => Promise<View>; tail: () => Promise<HistoryTail> },
): Promise<View> {
  let seen = view
  for (let tries = 0; tries < gatewayLimits.historyTailTries; tries += 1) {
    if (seen === null || !isOverdue(seen)) return seen
    try {
      const { length, slices } = await read.tail()
      if (length === seen.historyLength) return { ...seen, unreported: slices }
      seen = await read.describe()
    } catch {
      // A busy Temporal refuses histories first; the view without its tail is true as well.
      return seen
    }
  }
  return seen
}
