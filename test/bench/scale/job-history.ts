/**
 * Reads the cost of one job from its histories: of its lifecycle, and of its run with all previous runs in the chain.
 */
import { WorkflowNotFoundError, type Client } from '@temporalio/client'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { actionsIn, advancesIn, type Events } from './history-actions.ts'
import type { JobHistory } from './scale-figures.ts'

interface OneHistory {
  events: Events
  bytes: number
  stateTransitions: number
}

async function historyOf(client: Client, workflowId: string, runId?: string): Promise<OneHistory> {
  const handle = client.workflow.getHandle(workflowId, runId)
  const [{ raw }, { events }] = await Promise.all([handle.describe(), handle.fetchHistory()])
  const { historySizeBytes, stateTransitionCount } = raw.workflowExecutionInfo ?? {}
  return {
    events: events ?? [],
    bytes: Number(historySizeBytes ?? 0),
    stateTransitions: Number(stateTransitionCount ?? 0),
  }
}

/** Returns a run and the runs it continues, the last one first. */
async function chainOf(client: Client, workflowId: string): Promise<OneHistory[]> {
  const chain = [await historyOf(client, workflowId)]
  for (;;) {
    const before = chain.at(-1)?.events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? ''
    if (before === '') return chain
    chain.push(await historyOf(client, workflowId, before))
  }
}

/** Returns the runs of a job; none for a small job, whose run is in its lifecycle. */
async function runsOf(client: Client, jobId: string): Promise<OneHistory[]> {
  try {
    await client.workflow.getHandle(runIdOf(jobId)).describe()
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return []
    throw error
  }
  return await chainOf(client, runIdOf(jobId))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Reads the histories of a job. */
export async function readHistory(client: Client, jobId: string): Promise<JobHistory> {
  const [runs, lifecycle] = await Promise.all([runsOf(client, jobId), historyOf(client, jobId)])
  const all = [...runs, lifecycle]
  return {
    events: sum(runs.map(({ events }) => events.length)),
    bytes: sum(runs.map(({ bytes }) => bytes)),
    jobEvents: sum(all.map(({ events }) => events.length)),
    stateTransitions: sum(all.map(({ stateTransitions }) => stateTransitions)),
    actions: sum(all.map(({ events }) => actionsIn(events))),
    advances: sum(runs.map(({ events }) => advancesIn(events))),
  }
}
