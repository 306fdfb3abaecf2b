/** The run of a small job, which has no workflow of its own: it is part of the view of the job's lifecycle. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { RunMemo } from '@seine/shared/temporal/shapes.ts'
import type { WorkflowState, WorkflowView } from '../engine/job-engine.ts'

/** States of a run that ended by itself; those of the memo are read leniently, because another process wrote them. */
const endStates: readonly unknown[] = ['completed', 'cancelled', 'failed'] satisfies WorkflowState[]

function endOf(memo: Record<string, unknown>): { state: WorkflowState; at: Date } | null {
  const { ended } = memo as Partial<RunMemo>
  if (!isObject(ended) || !endStates.includes(ended.state) || typeof ended.atMs !== 'number') return null
  return { state: ended.state, at: new Date(ended.atMs) }
}

/**
 * Returns the run inside a lifecycle as if it were a workflow; null if none exists, or not yet. A lifecycle that was
 * terminated has ended its run with it.
 */
export function runWithin(lifecycle: WorkflowView | null): WorkflowView | null {
  const memo = lifecycle?.memo['run']
  if (lifecycle === null || !isObject(memo)) return null
  const end = endOf(memo)
  return {
    ...lifecycle,
    memo,
    state: end?.state ?? lifecycle.state,
    closedAt: end?.at ?? lifecycle.closedAt,
    endsBy: typeof memo['endsByMs'] === 'number' ? new Date(memo['endsByMs']) : null,
  }
}
