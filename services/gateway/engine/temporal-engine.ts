/** The workflow engine on Temporal: every call has a deadline, and every error is classified. */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import {
  fairnessOf,
  jobSignals,
  finaliseIdOf,
  taskQueues,
  webhookRedeliveryIdOf,
  workflowTypes,
} from '@seine/shared/temporal/names.ts'
import { lifecycleMemo, workflowInput } from '@seine/shared/jobs/workflow-input.ts'
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import type { JobEngine, RunningJob, WorkflowView } from './job-engine.ts'
import { runningStatuses } from './job-kinds.ts'
import { runningJobsQuery } from './running-jobs-query.ts'
import { finaliseSummary, redeliveryDetails, redeliverySummary, startDetails, startSummary } from './start-texts.ts'
import { engineFault } from './temporal-faults.ts'
import { readHistoryTail, withUnreported, type HistoryTail } from './unreported-slices.ts'
import { untilClosed } from './until-closed.ts'
import { epochMs, workflowView } from './workflow-view.ts'
import { keyword } from '@seine/shared/temporal/visibility-query.ts'

/** `TASK_QUEUE_TYPE_ACTIVITY` of Temporal's API. */
const activityTaskQueue = 2

/** Creates the engine on a Temporal client. */
export function createTemporalEngine(temporal: TemporalClient): JobEngine {
  const { client, connection } = temporal
  const viewOf = async (workflowId: string): Promise<WorkflowView> =>
    workflowView(await client.workflow.getHandle(workflowId).describe())

  async function call<T>(deadlineMs: number, run: () => Promise<T>): Promise<T> {
    try {
      return await connection.withDeadline(Date.now() + deadlineMs, run)
    } catch (error) {
      throw engineFault(error)
    }
  }

  return {
    start: (input) =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        try {
          const handle = await client.workflow.start(workflowTypes.jobLifecycle, {
            taskQueue: taskQueues.control,
            workflowId: input.id,
            args: [workflowInput(input)],
            memo: lifecycleMemo(input),
            priority: fairnessOf(input.tenant),
            typedSearchAttributes: [
              keyword('JobKind', input.kind),
              keyword('JobStatus', runningStatuses[input.kind]),
              keyword('TargetHost', new URL(input.url).host),
              keyword('Tenant', input.tenant),
            ],
            staticSummary: startSummary(input),
            staticDetails: startDetails(input),
            workflowIdReusePolicy: 'REJECT_DUPLICATE',
            workflowIdConflictPolicy: 'FAIL',
          })
          return { runId: handle.firstExecutionRunId }
        } catch (error) {
          if (error instanceof WorkflowExecutionAlreadyStartedError) return null
          throw error
        }
      }),

    describe: (workflowId) =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        try {
          const describe = async (): Promise<WorkflowView> => await viewOf(workflowId)
          const tail = async (): Promise<HistoryTail> => await readHistoryTail(temporal, workflowId)
          return await withUnreported(await describe(), { describe, tail })
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return null
          throw error
        }
      }),

    listRunning: (filter) =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        const jobs: RunningJob[] = []
        const workflows = client.workflow.list({ query: runningJobsQuery(filter), pageSize: filter.max })
        for await (const { workflowId, startTime, memo } of workflows) {
          jobs.push({ id: workflowId, startedAt: startTime, memo: memo ?? {} })
          if (jobs.length >= filter.max) break
        }
        return jobs
      }),

    cancel: (workflowId) =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        try {
          await client.workflow.getHandle(workflowId).cancel()
          return true
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return false
          throw error
        }
      }),

    untilClosed: async (workflowId, waitMs) => await untilClosed({ client, connection }, workflowId, waitMs),

    signal: (jobId, name, reported) =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        try {
          await client.workflow.getHandle(jobId).signal(jobSignals[name], reported)
          return true
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return false
          throw error
        }
      }),

    redeliver: (input) =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        await client.workflow.start(workflowTypes.webhookRedelivery, {
          taskQueue: taskQueues.control,
          workflowId: webhookRedeliveryIdOf(input.jobId, input.eventId),
          args: [input],
          priority: fairnessOf(input.tenant),
          typedSearchAttributes: [keyword('Tenant', input.tenant)],
          staticSummary: redeliverySummary(input),
          staticDetails: redeliveryDetails(input),
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
        })
      }),

    finalise: (input) =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        await client.workflow.start(workflowTypes.finaliseAgain, {
          taskQueue: taskQueues.control,
          workflowId: finaliseIdOf(input.jobId),
          args: [input],
          typedSearchAttributes: [keyword('Tenant', input.tenant)],
          staticSummary: finaliseSummary(input),
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
        })
      }),

    browserPolledAt: () =>
      call(temporalLimits.rpcDeadlineMs, async () => {
        const { pollers } = await connection.workflowService.describeTaskQueue({
          namespace: client.options.namespace,
          taskQueue: { name: taskQueues.browserPages },
          taskQueueType: activityTaskQueue,
        })
        const times = (pollers ?? []).flatMap(({ lastAccessTime }) => epochMs(lastAccessTime) ?? [])
        return times.length === 0 ? null : new Date(Math.max(...times))
      }),

    ping: (deadlineMs) =>
      call(deadlineMs, async () => {
        await connection.workflowService.getSystemInfo({})
      }),
  }
}
