/** Decides which workflows end with the release of the workers that started them. */
import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow'

/**
 * Pins a workflow to the version of the workers that started it, until its end. Other workflows move to the current
 * version with their next task, which is the default of a worker with a version: workflows that may live for days after
 * their job would otherwise keep the workers of an old release running. The code of those workflows only changes in
 * ways that are compatible with existing histories.
 *
 * A workflow that was started by a worker without a version sets no behaviour, then and later: the server does not
 * accept a versioning behaviour from such a worker. (The options are evaluated once in the life of a workflow in a
 * worker, with the version that ran its first task. A workflow that moves to new versions can therefore not set a
 * behaviour itself, or it could not move from workers without versions to workers with one, and back.)
 */
export function endsWithRelease(workflow: (...args: never[]) => Promise<unknown>): void {
  setWorkflowOptions(() => {
    const begunWith = workflowInfo().currentDeploymentVersion?.deploymentName ?? ''
    return begunWith === '' ? {} : { versioningBehavior: 'PINNED' }
  }, workflow)
}
