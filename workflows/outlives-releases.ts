/** Which workflows outlive the release of the workers that began them. */
import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow'

/**
 * Has a workflow move on to the current version of the workers with its next step. Jobs end with the version
 * that began them; what may live for days after its job would keep the workers of an old release for as long.
 * Such a workflow changes only in ways that histories from before can follow: recorded ones are replayed.
 */
export function outlivesReleases(workflow: (...args: never[]) => Promise<unknown>): void {
  setWorkflowOptions(() => {
    const deployment = workflowInfo().currentDeploymentVersion?.deploymentName ?? ''
    // From a worker that has no version the server takes no word on versions.
    return deployment === '' ? {} : { versioningBehavior: 'AUTO_UPGRADE' }
  }, workflow)
}
