/** What Temporal says of a job besides its status. */
import { runIdOf } from '@seine/shared/temporal/names.ts'
import type { TestStack } from '../stack/test-stack.ts'

/**
 * Activities of a job that were not done at the first attempt: a lost heartbeat, a worker that died.
 * @returns how many, over the last run of the job.
 */
export async function retriedActivities({ temporal }: Pick<TestStack, 'temporal'>, id: string): Promise<number> {
  const { events = [] } = await temporal.workflow.getHandle(runIdOf(id)).fetchHistory()
  return (events ?? []).filter(
    ({ activityTaskStartedEventAttributes: started, activityTaskTimedOutEventAttributes: timedOut }) =>
      (started?.attempt ?? 1) > 1 || (timedOut ?? null) !== null,
  ).length
}
