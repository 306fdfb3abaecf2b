/** The Temporal Schedule that deletes expired jobs. All workers share it; the first that starts creates it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { retentionLimits } from '@seine/shared/config/limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import { taskQueues, workflowTypes } from '@seine/shared/temporal/names.ts'

/** Id of the schedule; the server refuses a second schedule with the same id. */
export const retentionScheduleId = 'seine-retention'

type ScheduleClient = TemporalClient['client']['schedule']
/** Runs calls of the client with one deadline for all of them together. */
type WithDeadline = <T>(calls: () => Promise<T>) => Promise<T>
type ScheduleOptions = Parameters<ScheduleClient['create']>[0]

const schedule = {
  scheduleId: retentionScheduleId,
  spec: { intervals: [{ every: retentionLimits.sweepIntervalMs }] },
  action: {
    type: 'startWorkflow',
    workflowType: workflowTypes.retentionSweep,
    workflowId: `${retentionScheduleId}-sweep`,
    taskQueue: taskQueues.control,
    workflowExecutionTimeout: retentionLimits.sweepIntervalMs,
    staticSummary: 'deletes expired jobs',
    staticDetails: 'Runs every hour, one run at a time; jobs that a run does not reach are left to the next run.',
  },
  // A sweep still running covers the next one; a missed sweep is made up for by the next.
  policies: { overlap: 'SKIP', catchupWindow: retentionLimits.sweepIntervalMs },
} satisfies ScheduleOptions

/**
 * Creates the schedule unless it exists. @returns true when it was created.
 * @throws the error of the client when Temporal is unavailable.
 */
async function makeRetentionSchedule(client: ScheduleClient): Promise<boolean> {
  try {
    await client.create(schedule)
    return true
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ScheduleAlreadyRunning') throw error
    return false
  }
}

/**
 * Creates the schedule, or updates the existing one.
 * @throws the error of the client when Temporal is unavailable.
 */
export async function ensureRetentionSchedule(client: ScheduleClient): Promise<'made' | 'updated'> {
  if (await makeRetentionSchedule(client)) return 'made'
  const { spec, action, policies } = schedule
  await client.getHandle(retentionScheduleId).update(({ state }) => ({ spec, action, policies, state }))
  return 'updated'
}

/**
 * Creates the schedule in the background and retries until that succeeds. From then on it checks periodically that the
 * schedule still exists, because a server that lost its data has none. It does not undo later changes that another
 * release made.
 * @param signal stops the loop.
 * @param within runs calls of the client with a deadline, so that a server that accepts calls and never answers is
 *   tried again.
 * @returns when the signal has aborted. Never throws.
 */
export async function keepRetentionSchedule(
  client: ScheduleClient,
  logger: Logger,
  signal: AbortSignal,
  { scheduleCheckMs, scheduleRetryMs }: { scheduleCheckMs: number; scheduleRetryMs: number } = retentionLimits,
  within: WithDeadline = async (calls) => await calls(),
): Promise<void> {
  let isUpToDate = false
  while (!signal.aborted) {
    let waitMs = scheduleCheckMs
    try {
      if (!isUpToDate) {
        const done = await within(async () => await ensureRetentionSchedule(client))
        logger.debug({ schedule: retentionScheduleId }, `retention schedule ${done}`)
        isUpToDate = true
      } else if (await within(async () => await makeRetentionSchedule(client))) {
        logger.warn({ schedule: retentionScheduleId }, 'the retention schedule was missing and has been created again')
      }
    } catch (error) {
      logger.warn({ error: String(error) }, 'the retention schedule could not be created yet')
      waitMs = scheduleRetryMs
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
