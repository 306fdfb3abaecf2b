/** Schedules of watches, as activities read them. */
import type { WatchSchedules } from '@seine/activities/watches/skipped-runs.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import { watchScheduleIdOf } from '@seine/shared/temporal/names.ts'

/** Creates the reader on a Temporal client. */
export const createWatchSchedules = ({ client, connection }: TemporalClient): WatchSchedules => ({
  async skippedRuns(watch) {
    try {
      const schedule = client.schedule.getHandle(watchScheduleIdOf(watch))
      const deadlineMs = Date.now() + temporalLimits.rpcDeadlineMs
      const { info } = await connection.withDeadline(deadlineMs, async () => await schedule.describe())
      return info.numActionsSkippedOverlap
    } catch {
      // The schedule was deleted, or Temporal does not answer: they are counted after the next run.
      return null
    }
  },
})
