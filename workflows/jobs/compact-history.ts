/**
 * Whether a workflow of a job writes the compact form of its history: without the markers of `patched`, which cost two
 * events each, without changes of the memo that are replaced within the same workflow task, and without timers that a
 * running slice makes unnecessary.
 */
import { workflowInfo } from '@temporalio/workflow'
import { compactHistoryBuild } from '@seine/shared/temporal/names.ts'
import type { JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'

/**
 * Returns whether the history of this workflow has the compact form. Call it in the first workflow task only.
 *
 * The input says that the job was started by a release that knows this form, but a worker of an older release may have
 * begun the workflow. The history names the worker of each workflow task: by the build of `compactBuild`, or by its version
 * where workers have one, which keeps the job with the release that began it.
 */
export function isCompact({ compactHistory }: Pick<JobWorkflowInput, 'compactHistory'>): boolean {
  const { deploymentName = '', buildId = '' } = workflowInfo().currentDeploymentVersion ?? {}
  return compactHistory === true && (deploymentName !== '' || buildId === compactHistoryBuild)
}
