/** The connection that Temporal workers poll over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection } from '@temporalio/worker'
import type { Config } from '../config/config.ts'
import { temporalLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'

/**
 * Connects, waiting for a server that is still starting.
 * @param signal ends the waiting.
 * @throws the reason of the signal.
 */
export async function connectTemporal(
  config: Config,
  logger: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<NativeConnection> {
  for (;;) {
    try {
      return await NativeConnection.connect({
        address: config.SEINE_TEMPORAL_ADDRESS,
        // Compression only costs CPU on the short way between a worker and its server.
        grpcCompression: { codec: 'none' },
      })
    } catch (error) {
      logger.warn({ error: String(error) }, 'Temporal does not answer yet')
      await sleep(temporalLimits.connectRetryMs, undefined, { signal })
    }
  }
}
