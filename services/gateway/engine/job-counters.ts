/** Counters of running jobs of all tenants, from the index of the workflow engine. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { TemporalClient } from '@seine/shared/temporal/connection.ts'
import { runIdOf, workflowTypes } from '@seine/shared/temporal/names.ts'
import { oldQuery } from '@seine/shared/temporal/visibility-query.ts'
import { engineFault } from './temporal-faults.ts'

/** What the index has of a running job. */
export interface CountedJob {
  id: string
  /** Its counters as text; empty for a job whose run does not exist, not yet or no more. */
  counters: string
  paused: boolean
}

/** A workflow of the index. */
export interface ListedWorkflow {
  workflowId: string
  memo?: Record<string, unknown> | undefined
}

/** Lists the counters of running jobs that were started before a time. */
export interface JobCountersReader {
  /**
   * @param startedUntil jobs that were started later are left out.
   * @param max of the jobs, and of the runs that are looked through; jobs whose run is beyond it are left out.
   * @throws JobEngineUnavailableError, EngineRefusedError
   */
  running(startedUntil: Date, max: number): Promise<CountedJob[]>
}

/** Returns what is known of each job whose pages are not finished. @param allRuns whether `runs` has every run. */
export function countedJobs(
  jobs: readonly ListedWorkflow[],
  runs: readonly ListedWorkflow[],
  allRuns: boolean,
): CountedJob[] {
  const memos = new Map(runs.map(({ workflowId, memo }) => [workflowId, memo ?? {}]))
  return jobs.flatMap(({ workflowId: id, memo = {} }) => {
    const run = memos.get(runIdOf(id)) ?? (isObject(memo['run']) ? memo['run'] : null)
    // A run inside the workflow of its job that has ended: the results are being assembled.
    if ((run === null && !allRuns) || isObject(run?.['ended'])) return []
    const counters = run === null ? '' : JSON.stringify(run['counters'] ?? null)
    return [{ id, counters, paused: memo['paused'] === true || run?.['paused'] === true }]
  })
}

/** Creates the reader on a Temporal client. @param deadlineMs how long an answer is waited for. */
export function createJobCounters({ client, connection }: TemporalClient, deadlineMs: number): JobCountersReader {
  const list = async (types: readonly string[], startedUntil: Date | null, max: number): Promise<ListedWorkflow[]> => {
    const found: ListedWorkflow[] = []
    const workflows = client.workflow.list({ query: oldQuery(types, startedUntil), pageSize: max })
    for await (const { workflowId, memo } of workflows) {
      found.push({ workflowId, memo })
      if (found.length >= max) break
    }
    return found
  }
  return {
    running: async (startedUntil, max) => {
      try {
        return await connection.withDeadline(Date.now() + deadlineMs, async () => {
          const jobs = await list([workflowTypes.jobLifecycle], startedUntil, max)
          // The run of an old job may be young: it continues as new.
          const runs = jobs.length === 0 ? [] : await list([workflowTypes.crawlRun, workflowTypes.batchRun], null, max)
          return countedJobs(jobs, runs, runs.length < max)
        })
      } catch (error) {
        throw engineFault(error)
      }
    },
  }
}
