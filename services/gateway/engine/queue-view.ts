/** Task queues as Temporal describes them, and counts of running jobs. */
import type { RunningCounts, ServiceQueue } from '@seine/shared/api/schemas/service-schema.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import { taskQueues, workflowTypes, type JobKind } from '@seine/shared/temporal/names.ts'
import { endedQuery, oldQuery, runningQuery } from '@seine/shared/temporal/visibility-query.ts'
import { engineFault } from './temporal-faults.ts'

/** Jobs that have ended by themselves. */
export interface EndedJobs {
  completed: number
  failed: number
}

/** What a report about the service needs of the workflow engine. */
export interface ServiceEngine {
  /** Counts the running jobs of a tenant; null: of all tenants. @throws JobEngineUnavailableError, EngineRefusedError */
  running(tenant: string | null): Promise<RunningCounts>
  /**
   * Returns the tenants of the newest running jobs, the ones with most of them first.
   * @param jobsMax jobs that are looked at.
   * @throws as `running`.
   */
  busyTenants(jobsMax: number): Promise<string[]>
  /** Counts the jobs of all tenants that ended by themselves at or after a time. @throws as `running`. */
  ended(since: Date): Promise<EndedJobs>
  /** Describes all task queues. @throws as `running`. */
  queues(): Promise<ServiceQueue[]>
}

/** `TaskQueueType` of Temporal's API. */
const queueTypes = { workflows: 1, activities: 2 } as const

const tenantKey = { name: 'Tenant', type: 'KEYWORD' } as const

/** Which tasks each queue has: workflows have one queue, which carries short activities too. */
const queueParts = Object.values(taskQueues).flatMap((name) => [
  ...(name === taskQueues.control ? [{ name, tasks: 'workflows' as const }] : []),
  { name, tasks: 'activities' as const },
])

interface ProtoDuration {
  seconds?: { toNumber(): number } | null
  nanos?: number | null
}

/** Returns a protobuf duration in seconds. */
const secondsOf = (duration: ProtoDuration | null | undefined): number =>
  Math.max(0, (duration?.seconds?.toNumber() ?? 0) + (duration?.nanos ?? 0) / 1e9)

/** Creates the reader on a Temporal client. @param deadlineMs how long an answer is waited for. */
export function createServiceEngine({ client, connection }: TemporalClient, deadlineMs: number): ServiceEngine {
  const call = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await connection.withDeadline(Date.now() + deadlineMs, run)
    } catch (error) {
      throw engineFault(error)
    }
  }

  const countOf = async (jobKind: JobKind, tenant: string | null): Promise<number> => {
    const query = runningQuery({ workflowType: workflowTypes.jobLifecycle, jobKind, tenant, startedUntil: null })
    return (await client.workflow.count(query)).count
  }

  const endedWith = async (jobStatus: keyof EndedJobs, since: Date): Promise<number> => {
    const query = endedQuery({ workflowType: workflowTypes.jobLifecycle, jobStatus, since })
    return (await client.workflow.count(query)).count
  }

  const describe = async ({ name, tasks }: Pick<ServiceQueue, 'name' | 'tasks'>): Promise<ServiceQueue> => {
    const { pollers, stats } = await connection.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name },
      taskQueueType: queueTypes[tasks],
      reportStats: true,
    })
    return {
      name,
      tasks,
      backlog: Math.max(0, stats?.approximateBacklogCount?.toNumber() ?? 0),
      oldest_seconds: secondsOf(stats?.approximateBacklogAge),
      workers: new Set((pollers ?? []).map(({ identity }) => identity)).size,
    }
  }

  return {
    running: (tenant) =>
      call(async () => {
        const [crawl, batch] = await Promise.all([countOf('crawl', tenant), countOf('batch', tenant)])
        return { crawl, batch_scrape: batch }
      }),
    busyTenants: (jobsMax) =>
      call(async () => {
        const jobs = client.workflow.list({ query: oldQuery([workflowTypes.jobLifecycle], null), pageSize: jobsMax })
        const counts = new Map<string, number>()
        let read = 0
        for await (const { typedSearchAttributes } of jobs) {
          const tenant = typedSearchAttributes.get(tenantKey)
          if (tenant !== undefined) counts.set(tenant, (counts.get(tenant) ?? 0) + 1)
          read += 1
          if (read >= jobsMax) break
        }
        return [...counts].toSorted(([, a], [, b]) => b - a).map(([tenant]) => tenant)
      }),
    ended: (since) =>
      call(async () => {
        const [completed, failed] = await Promise.all([endedWith('completed', since), endedWith('failed', since)])
        return { completed, failed }
      }),
    queues: () => call(async () => await Promise.all(queueParts.map(describe))),
  }
}
