/** What a running job says while its pages wait for a browser and there is nobody who has one. */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { EngineRefusedError, EngineUnavailableError, type JobEngine, type WorkflowView } from './job-engine.ts'

/**
 * Warns of pages that no browser worker comes for.
 * @param nowMs epoch milliseconds.
 * @returns null while there is nothing to warn of, or nothing is known of it.
 */
export async function browserWaitWarning(
  run: WorkflowView | null,
  engine: Pick<JobEngine, 'browserPolledAt'>,
  nowMs: number,
): Promise<string | null> {
  const since = run?.state === 'running' ? run.browserWaitSince : null
  if (since === null || nowMs - since.getTime() < gatewayLimits.browserWaitMs) return null
  const polledAt = await engine.browserPolledAt().catch((error: unknown) => {
    // A status is worth more than its warning.
    if (error instanceof EngineUnavailableError || error instanceof EngineRefusedError) return new Date(nowMs)
    throw error
  })
  if (polledAt !== null && nowMs - polledAt.getTime() < gatewayLimits.browserPollStaleMs) return null
  const who = polledAt === null ? 'there is no browser worker' : `no browser worker since ${polledAt.toISOString()}`
  return `pages wait for a browser: ${who}`
}
