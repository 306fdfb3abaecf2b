/** Health checks of the Temporal workers in a process. */
import type { NativeConnection, Worker } from '@temporalio/worker'
import { temporalLimits } from '../config/limits.ts'
import type { Health } from '../observability/health.ts'

/** Workers and their connection, once there are any. */
export interface PollingParts {
  workers: readonly Pick<Worker, 'getState'>[]
  temporal: Pick<NativeConnection, 'withDeadline' | 'workflowService'>
}

/**
 * Adds the checks of polling to the health of a process. Only a failed worker requires a restart; while Temporal is
 * unavailable, the process stays alive but is not ready.
 * @param parts null until Temporal has answered for the first time.
 */
export function watchPolling(health: Pick<Health, 'addVital' | 'addNeeded'>, parts: () => PollingParts | null): void {
  const states = (): string[] => parts()?.workers.map((worker) => worker.getState()) ?? []
  health.addVital(() => (states().includes('FAILED') ? 'a worker of Temporal has failed' : null))
  health.addNeeded(async () => {
    const { workers, temporal } = parts() ?? { workers: [], temporal: null }
    if (temporal === null) return 'Temporal has not answered yet'
    const idle = workers.map((worker) => worker.getState()).find((state) => state !== 'RUNNING')
    if (idle !== undefined) return `a worker of Temporal is ${idle}`
    try {
      const deadline = Date.now() + temporalLimits.rpcDeadlineMs
      await temporal.withDeadline(deadline, () => temporal.workflowService.getSystemInfo({}))
      return null
    } catch {
      return 'Temporal does not answer'
    }
  })
}
