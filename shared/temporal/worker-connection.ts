/** The connection that Temporal workers poll over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection } from '@temporalio/worker'
import type { Config } from '../config/config.ts'
import { temporalLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'
import { connectionOptions } from './connection-options.ts'

/**
 * Connects, waiting for a server that is still starting.
 * @param signal ends the waiting.
 * @throws ConfigError when the settings contradict each other; the reason of the signal.
 */
export async function connectTemporal(
  config: Config,
  logger: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<NativeConnection> {
  const options = connectionOptions(config)
  for (;;) {
    try {
      // Compression only costs CPU on the short way between a worker and its server.
      return await NativeConnection.connect({ ...options, grpcCompression: { codec: 'none' } })
    } catch (error) {
      logger.warn({ error: String(error) }, 'Temporal does not answer yet')
      await sleep(temporalLimits.connectRetryMs, undefined, { signal })
    }
  }
}
