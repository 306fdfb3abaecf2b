/** Worker versions as operators see and set them: through Temporal's command line and workflow histories. */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { TestStack } from './test-stack.ts'

const deployment = 'seine'

/** Settings of workers of a version. */
export const versionOf = (buildId: string) => ({
  SEINE_WORKER_DEPLOYMENT: deployment,
  SEINE_WORKER_BUILD_ID: buildId,
})

/** A webhook schedule with retries every 4 seconds, then every 12, for as long as an upgrade may take: 400 s. */
export const patientWebhooks = { SEINE_WEBHOOK_SCHEDULE: `0${',4'.repeat(25)}${',12'.repeat(24)}` }

/**
 * Makes a version current, so that new jobs run on it. Waits until its workers have polled, which Temporal requires
 * first.
 * @param buildId null for workers without a version.
 */
export async function setCurrent(t: TestStack, buildId: string | null): Promise<void> {
  const args = ['worker', 'deployment', 'set-current-version', '--address', t.stack.file.temporal, '--yes']
  const target = buildId === null ? ['--unversioned'] : ['--build-id', buildId]
  for (let triesLeft = 60; ; triesLeft -= 1) {
    try {
      const program = process.env['SEINE_DEV_TEMPORAL_BIN'] ?? 'temporal'
      await promisify(execFile)(program, [...args, '--deployment-name', deployment, ...target])
      return
    } catch (error) {
      if (triesLeft === 0) throw error
      await sleep(500)
    }
  }
}

/** Returns the versions that have worked on a workflow, in order; null for a worker without one. */
export async function versionsOf(t: TestStack, workflowId: string): Promise<(string | null)[]> {
  const { events } = await t.temporal.workflow.getHandle(workflowId).fetchHistory()
  return (events ?? [])
    .map(({ workflowTaskCompletedEventAttributes: done }) => done)
    .filter((done) => done != null)
    .map(({ deploymentVersion }) => deploymentVersion?.buildId ?? null)
    .filter((version, at, all) => at === 0 || version !== all[at - 1])
}

/** Number of open workflows pinned to a version. */
export async function stillRunning(t: TestStack, buildId: string): Promise<number> {
  const query = `TemporalWorkerDeploymentVersion = '${deployment}:${buildId}' AND ExecutionStatus = 'Running'`
  return (await t.temporal.workflow.count(query)).count
}
