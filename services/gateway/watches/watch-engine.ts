/** Schedules and runs of watches on Temporal: every call has a deadline, and every error is classified. */
import { setTimeout as sleep } from 'node:timers/promises'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import { fairnessOf, taskQueues, watchRunIdOf, watchScheduleIdOf, workflowTypes } from '@seine/shared/temporal/names.ts'
import { keyword } from '@seine/shared/temporal/visibility-query.ts'
import type { WatchRunInput, WatchTickInput } from '@seine/shared/temporal/watch-shapes.ts'
import type { WatchDefinition, WatchRef } from '@seine/shared/watches/definition.ts'
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type ScheduleOptions,
  type ScheduleSpec,
} from '@temporalio/client'
import { engineFault } from '../engine/temporal-faults.ts'

/** What a schedule knows. */
export interface ScheduleView {
  /** Version of the definition that it was derived from. */
  version: number
  nextAt: Date | null
  /** Runs that were skipped because the one before was in progress. */
  skipped: number
}

/** The answer to a start of a run: started, or which one is in progress. */
export type RunStarted = { started: true } | { started: false; runId: string | null }

export interface WatchEngine {
  /** Creates the schedule of a watch, or brings it to this definition unless it has a later one. */
  reconcile(definition: WatchDefinition): Promise<void>
  /** Returns the schedule of a watch; null if none exists. */
  schedule(watch: WatchRef): Promise<ScheduleView | null>
  /** Deletes the schedule of a watch, if it has one. */
  unschedule(watch: WatchRef): Promise<void>
  /** Starts a run now, and waits a moment until its job exists, so that the routes of jobs know it. */
  run(input: WatchRunInput, jobId: string): Promise<RunStarted>
}

/** Thrown when the workflow service does not accept a schedule that passed the checks before. */
export class ScheduleRefusedError extends Error {
  override readonly name = 'ScheduleRefusedError'
}

/** Returns a number from 0 to 1 that is always the same for a watch. */
const shareOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(-8), 16) / 0x1_0000_0000

/** Returns when a schedule starts runs: intervals begin at a time of their own, or all watches would run at once. */
function specOf({ id, schedule, jitterSecs }: WatchDefinition): ScheduleSpec {
  const jitter = jitterSecs === 0 ? {} : { jitter: jitterSecs * 1_000 }
  if ('cron' in schedule) return { cronExpressions: [schedule.cron], timezone: schedule.timezone, ...jitter }
  const { everySecs } = schedule
  return { intervals: [{ every: everySecs * 1_000, offset: Math.floor(shareOf(id) * everySecs) * 1_000 }], ...jitter }
}

const policiesOf = ({ schedule, overlap }: WatchDefinition) => ({
  overlap: overlap === 'skip' ? ScheduleOverlapPolicy.SKIP : ScheduleOverlapPolicy.BUFFER_ONE,
  catchupWindow:
    'cron' in schedule ? watchLimits.cronCatchUpMs : Math.max(schedule.everySecs * 1_000, watchLimits.catchUpMinMs),
})

function optionsOf(definition: WatchDefinition) {
  const { tenant, id, version, overlap, name } = definition
  const input: WatchTickInput = { tenant, watchId: id, version, overlap }
  return {
    scheduleId: watchScheduleIdOf(definition),
    spec: specOf(definition),
    policies: policiesOf(definition),
    action: {
      type: 'startWorkflow' as const,
      workflowType: workflowTypes.watchTick,
      workflowId: watchScheduleIdOf(definition),
      taskQueue: taskQueues.control,
      args: [input],
      typedSearchAttributes: [keyword('Tenant', tenant)],
      staticSummary: `scheduled run of watch ${name.slice(0, 80)}`,
    },
    state: { paused: definition.paused },
    typedSearchAttributes: [keyword('Tenant', tenant)],
  } satisfies ScheduleOptions
}

const versionOf = (args: unknown): number => {
  const [input] = Array.isArray(args) ? (args as Partial<WatchTickInput>[]) : []
  return input?.version ?? 0
}

/** Returns the result; null when there is no such schedule. */
async function ifKnown<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null
    throw error
  }
}

/** Creates the engine on a Temporal client. */
export function createWatchEngine({ client, connection }: TemporalClient): WatchEngine {
  async function call<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await connection.withDeadline(Date.now() + temporalLimits.rpcDeadlineMs, run)
    } catch (error) {
      if (error instanceof TypeError) throw new ScheduleRefusedError(error.message, { cause: error })
      throw engineFault(error)
    }
  }

  /** Returns once the job exists, or after a short time: a run whose first step is repeated starts it later. */
  async function untilJobExists(jobId: string): Promise<void> {
    const until = performance.now() + watchLimits.runJobWaitMs
    while (performance.now() < until) {
      try {
        await client.workflow.getHandle(jobId).describe()
        return
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) return
      }
      await sleep(watchLimits.runJobPauseMs)
    }
  }

  const handleOf = (watch: WatchRef) => client.schedule.getHandle(watchScheduleIdOf(watch))

  return {
    reconcile: (definition) =>
      call(async () => {
        const options = optionsOf(definition)
        try {
          await client.schedule.create(options)
        } catch (error) {
          if (!(error instanceof ScheduleAlreadyRunning)) throw error
          const { spec, policies, action, state } = options
          await ifKnown(() =>
            handleOf(definition).update((before) => {
              const isOlder = versionOf(before.action.args) < definition.version
              // An update that finds a later version writes what it has read.
              if (!isOlder) return before
              return { spec, policies, action: { ...before.action, ...action }, state: { ...before.state, ...state } }
            }),
          )
        }
      }),

    schedule: (watch) =>
      call(async () => {
        const described = await ifKnown(() => handleOf(watch).describe())
        if (described === null) return null
        const { info, action } = described
        return {
          version: versionOf(action.args),
          nextAt: info.nextActionTimes[0] ?? null,
          skipped: info.numActionsSkippedOverlap,
        }
      }),

    unschedule: (watch) =>
      call(async () => {
        await ifKnown(() => handleOf(watch).delete())
      }),

    run: (input, jobId) =>
      call(async () => {
        const workflowId = watchRunIdOf({ tenant: input.tenant, id: input.watchId })
        try {
          await client.workflow.start(workflowTypes.watchRun, {
            taskQueue: taskQueues.control,
            workflowId,
            args: [input],
            memo: { runId: input.runId },
            priority: fairnessOf(input.tenant),
            typedSearchAttributes: [keyword('Tenant', input.tenant)],
            staticSummary: `run of watch ${input.watchId}, requested`,
            workflowIdReusePolicy: 'ALLOW_DUPLICATE',
            workflowIdConflictPolicy: 'FAIL',
          })
          await untilJobExists(jobId)
          return { started: true }
        } catch (error) {
          if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
          const { memo } = await client.workflow.getHandle(workflowId).describe()
          const runId = memo?.['runId']
          return { started: false, runId: typeof runId === 'string' ? runId : null }
        }
      }),
  }
}
