/** Information of Temporal about a job beyond its status. */
import { runIdOf } from '@seine/shared/temporal/names.ts'
import type { TestStack } from '../stack/test-stack.ts'

/**
 * Counts activities of a job that took more than one attempt, because of a lost heartbeat or a worker that died.
 * @returns their number over the last run of the job.
 */
export async function retriedActivities({ temporal }: Pick<TestStack, 'temporal'>, id: string): Promise<number> {
  const { events = [] } = await temporal.workflow.getHandle(runIdOf(id)).fetchHistory()
  return (events ?? []).filter(
    ({ activityTaskStartedEventAttributes: started, activityTaskTimedOutEventAttributes: timedOut }) =>
      (started?.attempt ?? 1) > 1 || (timedOut ?? null) !== null,
  ).length
}
