/** The Temporal Schedule that sweeps expired jobs away: one for all workers, made by whichever starts first. */
import { setTimeout as sleep } from 'node:timers/promises'
import { retentionLimits } from '@seine/shared/config/limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import { taskQueues, workflowTypes } from '@seine/shared/temporal/names.ts'

/** Id of the schedule; the server refuses a second one of the same id. */
export const retentionScheduleId = 'seine-retention'

type ScheduleClient = TemporalClient['client']['schedule']
/** Runs calls of the client, all of them together with one deadline. */
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
    staticSummary: 'deletes jobs whose time has come',
    staticDetails: 'Runs every hour, one at a time; what it does not get done is left to the next.',
  },
  // A sweep that is still running does the work of the next one, and one that was missed is made up for by it.
  policies: { overlap: 'SKIP', catchupWindow: retentionLimits.sweepIntervalMs },
} satisfies ScheduleOptions

/**
 * Makes the schedule unless there is one. @returns whether it was made.
 * @throws what the client throws when Temporal is away.
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
 * Makes the schedule, or brings the one there is up to date.
 * @throws what the client throws when Temporal is away.
 */
export async function ensureRetentionSchedule(client: ScheduleClient): Promise<'made' | 'updated'> {
  if (await makeRetentionSchedule(client)) return 'made'
  const { spec, action, policies } = schedule
  await client.getHandle(retentionScheduleId).update(({ state }) => ({ spec, action, policies, state }))
  return 'updated'
}

/**
 * Keeps trying to make the schedule, while the worker goes about its work, and looks now and then whether it
 * still stands: a server that has lost its data knows of none. What another release has made of it since is left.
 * @param signal ends it.
 * @param within runs calls of the client with a deadline: a server that takes them and is mute is asked again.
 * @returns when the signal came. Never throws.
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
        logger.warn({ schedule: retentionScheduleId }, 'the retention schedule was gone and has been made again')
      }
    } catch (error) {
      logger.warn({ error: String(error) }, 'the retention schedule could not be made yet')
      waitMs = scheduleRetryMs
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
