/** The states of workflows, as far as a worker has to know them. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { temporalLimits } from '../config/limits.ts'
import type { TemporalClient } from './connection.ts'

/** Returns the state of a workflow; null without one. */
export type DescribeWorkflow = (workflowId: string) => Promise<{ state: 'running' | 'ended' } | null>

/** Creates the lookup; it throws what the client throws when Temporal does not answer in time. */
export const workflowStates =
  ({ client, connection }: TemporalClient): DescribeWorkflow =>
  async (workflowId) => {
    try {
      const { status } = await connection.withDeadline(
        Date.now() + temporalLimits.rpcDeadlineMs,
        async () => await client.workflow.getHandle(workflowId).describe(),
      )
      return { state: status.name === 'RUNNING' ? 'running' : 'ended' }
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null
      throw error
    }
  }
