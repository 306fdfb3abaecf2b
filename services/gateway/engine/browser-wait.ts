/** The warning of a running job whose pages wait for a browser while no browser worker is available. */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { EngineRefusedError, JobEngineUnavailableError, type JobEngine, type WorkflowView } from './job-engine.ts'

/**
 * Warns about pages that wait for a browser worker.
 * @param nowMs epoch milliseconds.
 * @returns null when there is nothing to warn about, or when it is not known.
 */
export async function browserWaitWarning(
  run: WorkflowView | null,
  engine: Pick<JobEngine, 'browserPolledAt'>,
  nowMs: number,
): Promise<string | null> {
  const since = run?.state === 'running' ? run.browserWaitSince : null
  if (since === null || nowMs - since.getTime() < gatewayLimits.browserWaitMs) return null
  const polledAt = await engine.browserPolledAt().catch((error: unknown) => {
    // A status without its warning is better than no status.
    if (error instanceof JobEngineUnavailableError || error instanceof EngineRefusedError) return new Date(nowMs)
    throw error
  })
  if (polledAt !== null && nowMs - polledAt.getTime() < gatewayLimits.browserPollStaleMs) return null
  const who = polledAt === null ? 'there is no browser worker' : `no browser worker since ${polledAt.toISOString()}`
  return `pages wait for a browser: ${who}`
}
