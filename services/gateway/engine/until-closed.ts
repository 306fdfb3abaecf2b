/** Waits for the end of a workflow. */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'

/** `HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT` of Temporal's API. */
const closeEvent = 2

export type HistoryClient = {
  client: { options: Pick<TemporalClient['client']['options'], 'namespace'> }
  connection: Pick<TemporalClient['connection'], 'withDeadline'> & {
    workflowService: Pick<TemporalClient['connection']['workflowService'], 'getWorkflowExecutionHistory'>
  }
}

/**
 * Waits until a workflow has closed, with one long poll for the last event of its history; never rejects. The result()
 * of a workflow handle would not do: the server ends a long poll without an event a second before the deadline of the
 * call, and result() then polls again and again, without a pause, until the deadline.
 * @param waitMs the longest wait, milliseconds.
 */
export async function untilClosed(
  { client, connection }: HistoryClient,
  workflowId: string,
  waitMs: number,
): Promise<void> {
  const request = {
    namespace: client.options.namespace,
    execution: { workflowId },
    waitNewEvent: true,
    skipArchival: true,
    historyEventFilterType: closeEvent,
  }
  const end = connection.withDeadline(
    Date.now() + waitMs + temporalLimits.longPollEndsEarlyMs,
    async () => await connection.workflowService.getWorkflowExecutionHistory(request),
  )
  // Its outcome does not matter: the caller describes the workflow afterwards.
  await end.catch(() => undefined)
}
