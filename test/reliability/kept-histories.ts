/** Workflow histories of rows, kept for the row that replays them. */
import type { WorkflowHandle } from '@temporalio/client'
import type { TestStack } from '../stack/test-stack.ts'

export interface KeptHistory {
  workflowId: string
  history: Awaited<ReturnType<WorkflowHandle['fetchHistory']>>
}

/** Returns the history of every run of every workflow that a stack has started since a time, in any state. */
export async function historiesOf({ temporal }: Pick<TestStack, 'temporal'>, since: Date): Promise<KeptHistory[]> {
  const histories: KeptHistory[] = []
  const query = `StartTime >= '${since.toISOString()}'`
  for await (const { workflowId, runId } of temporal.workflow.list({ query })) {
    const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory()
    histories.push({ workflowId, history })
  }
  return histories
}
