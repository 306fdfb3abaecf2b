/** Counters of running jobs of all tenants, from the index of the workflow engine. */
import { setTimeout as sleep } from 'node:timers/promises'
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

/** The jobs of a look. */
export interface CountedJobs {
  jobs: CountedJob[]
  /** Whether these are all: false when more jobs, or more runs, were running than were asked for. */
  complete: boolean
}

/** Lists the counters of running jobs that were started before a time. */
export interface JobCountersReader {
  /**
   * @param startedUntil jobs that were started later are left out.
   * @param max of the jobs, and of the runs that are looked through, the newest first; jobs whose run is beyond it are
   *   left out.
   * @throws JobEngineUnavailableError, EngineRefusedError
   */
  running(startedUntil: Date, max: number): Promise<CountedJobs>
}

/** How the index is read. */
export interface IndexReading {
  /** Workflows of a page of the index. */
  pageSize: number
  /** Pause before each further page, milliseconds: all gateways share the rate at which Temporal answers lists. */
  pagePauseMs: number
  /** How long a page is waited for, milliseconds. */
  pageDeadlineMs: number
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

/** Returns the members of a memo that are counted: thousands of memos with all their texts would not be small. */
const countedMembers = ({ paused, counters, ended, run }: Record<string, unknown>): Record<string, unknown> => ({
  paused,
  counters,
  ended,
  ...(isObject(run) ? { run: countedMembers(run) } : {}),
})

/** Creates the reader on a Temporal client. */
export function createJobCounters(
  { client, connection }: TemporalClient,
  { pageSize, pagePauseMs, pageDeadlineMs }: IndexReading,
): JobCountersReader {
  /** Lists running workflows, the newest first. @returns at most one more than `max`. */
  const list = async (types: readonly string[], startedUntil: Date | null, max: number): Promise<ListedWorkflow[]> => {
    const found: ListedWorkflow[] = []
    const workflows = client.workflow.list({ query: oldQuery(types, startedUntil), pageSize })[Symbol.asyncIterator]()
    while (found.length <= max) {
      const next = await connection.withDeadline(Date.now() + pageDeadlineMs, () => workflows.next())
      if (next.done === true) break
      const { workflowId, memo = {} } = next.value
      found.push({ workflowId, memo: countedMembers(memo) })
      if (found.length % pageSize === 0) await sleep(pagePauseMs, undefined, { ref: false })
    }
    return found
  }
  return {
    running: async (startedUntil, max) => {
      try {
        const jobs = await list([workflowTypes.jobLifecycle], startedUntil, max)
        // The run of an old job may be young: it continues as new.
        const runs = jobs.length === 0 ? [] : await list([workflowTypes.crawlRun, workflowTypes.batchRun], null, max)
        const allRuns = runs.length <= max
        return { jobs: countedJobs(jobs.slice(0, max), runs, allRuns), complete: allRuns && jobs.length <= max }
      } catch (error) {
        throw engineFault(error)
      }
    },
  }
}
