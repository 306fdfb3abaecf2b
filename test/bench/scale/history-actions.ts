/**
 * Reads the cost of a workflow from its history: actions as Temporal Cloud counts them
 * (https://docs.temporal.io/cloud/actions), without heartbeats, which leave no event.
 */
import type { WorkflowHandle } from '@temporalio/client'

type Event = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number]
export type Events = readonly Event[]

/** Starting a child counts as two actions; its own history contains the start as well. */
const childActions = 2

/** Returns the actions of one workflow. Local activities of one workflow task count as one action together. */
export function actionsIn(events: Events): number {
  const tasksWithLocal = new Set<string>()
  let actions = 0
  for (const event of events) {
    const marker = event.markerRecordedEventAttributes
    if (marker != null) {
      const task = String(marker.workflowTaskCompletedEventId)
      if (marker.markerName === 'core_local_activity' && !tasksWithLocal.has(task)) actions += 1
      if (marker.markerName === 'core_local_activity') tasksWithLocal.add(task)
    } else if (event.startChildWorkflowExecutionInitiatedEventAttributes != null) actions += childActions
    else if (isAction(event)) actions += 1
  }
  return actions
}

/** Number of frontier advances, local or through the queue. */
export const advancesIn = (events: Events): number =>
  events.filter(
    (event) =>
      event.activityTaskScheduledEventAttributes?.activityType?.name === 'advanceFrontier' ||
      event.markerRecordedEventAttributes?.markerName === 'core_local_activity',
  ).length

function isAction(event: Event): boolean {
  // The start of a child is counted in its parent.
  if (event.workflowExecutionStartedEventAttributes != null) {
    return event.workflowExecutionStartedEventAttributes.parentWorkflowExecution == null
  }
  return [
    event.activityTaskScheduledEventAttributes,
    event.timerStartedEventAttributes,
    event.workflowExecutionSignaledEventAttributes,
    event.workflowPropertiesModifiedEventAttributes,
    event.upsertWorkflowSearchAttributesEventAttributes,
    event.signalExternalWorkflowExecutionInitiatedEventAttributes,
    event.workflowExecutionContinuedAsNewEventAttributes,
  ].some((attributes) => attributes != null)
}
