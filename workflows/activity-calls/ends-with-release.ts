/** Which workflows end with the release of the workers that began them. */
import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow'

/**
 * Keeps a workflow with the version of the workers that began it, to its end. The others move on to the current
 * version with their next step, which is what a worker that has a version says of whatever does not say
 * otherwise: what may live for days after its job would keep the workers of an old release for as long. Those
 * change only in ways that histories from before can follow.
 *
 * What a worker without a version began says nothing here, then and later: the server takes no word on versions
 * from such a worker. (The options are asked for once in the life of a workflow in a worker, with the version
 * that took its first step; what moves on can therefore not say so itself, or it could not go from workers
 * without versions to workers with one, and back.)
 */
export function endsWithRelease(workflow: (...args: never[]) => Promise<unknown>): void {
  setWorkflowOptions(() => {
    const begunWith = workflowInfo().currentDeploymentVersion?.deploymentName ?? ''
    return begunWith === '' ? {} : { versioningBehavior: 'PINNED' }
  }, workflow)
}
