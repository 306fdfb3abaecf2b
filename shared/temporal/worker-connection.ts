/** The connection that Temporal workers poll over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection, type NativeConnectionOptions } from '@temporalio/worker'
import type { Config } from '../config/config.ts'
import { temporalLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'
import { connectionOptions } from './connection-options.ts'

/** A connection, unless the signal comes first; what then still comes of the try is closed. */
async function connectUnless(signal: AbortSignal, options: NativeConnectionOptions): Promise<NativeConnection> {
  signal.throwIfAborted()
  const connecting = NativeConnection.connect(options)
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([connecting, left])
  } catch (error) {
    connecting.then(
      async (connection) => await connection.close(),
      () => undefined,
    )
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

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
      return await connectUnless(signal, { ...options, grpcCompression: { codec: 'none' } })
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ error: String(error) }, 'Temporal does not answer yet')
      await sleep(temporalLimits.connectRetryMs, undefined, { signal })
    }
  }
}
