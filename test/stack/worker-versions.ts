/** Versions of workers as those who run Seine see and set them: by Temporal's command line and its histories. */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { TestStack } from './test-stack.ts'

const deployment = 'seine'

/** The settings of workers of a version. */
export const versionOf = (buildId: string) => ({
  SEINE_WORKER_DEPLOYMENT: deployment,
  SEINE_WORKER_BUILD_ID: buildId,
})

/** A schedule of webhooks with tries, 4 seconds apart, for as long as an upgrade may take. */
export const patientWebhooks = { SEINE_WEBHOOK_SCHEDULE: `0${',4'.repeat(49)}` }

/**
 * Has jobs that start from now on go to a version. Its workers have to have polled first, which is waited for.
 * @param buildId null = workers without a version.
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

/** The versions that have worked on a workflow, in order, one after another; null = a worker that has none. */
export async function versionsOf(t: TestStack, workflowId: string): Promise<(string | null)[]> {
  const { events } = await t.temporal.workflow.getHandle(workflowId).fetchHistory()
  return (events ?? [])
    .map(({ workflowTaskCompletedEventAttributes: done }) => done)
    .filter((done) => done != null)
    .map(({ deploymentVersion }) => deploymentVersion?.buildId ?? null)
    .filter((version, at, all) => at === 0 || version !== all[at - 1])
}

/** How many workflows that have not ended are with a version. */
export async function stillRunning(t: TestStack, buildId: string): Promise<number> {
  const query = `TemporalWorkerDeploymentVersion = '${deployment}:${buildId}' AND ExecutionStatus = 'Running'`
  return (await t.temporal.workflow.count(query)).count
}
