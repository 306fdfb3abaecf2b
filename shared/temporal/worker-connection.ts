/** The connection over which Temporal workers poll. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection, type NativeConnectionOptions } from '@temporalio/worker'
import type { Config } from '../config/config.ts'
import { temporalLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'
import { connectionOptions } from './connection-options.ts'

/** Connects unless the signal aborts first; a connection that is established after that is closed. */
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
 * Connects; waits for a server that is still starting.
 * @param signal ends the wait.
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
      // Compression only costs CPU on the short path between a worker and its server.
      return await connectUnless(signal, { ...options, grpcCompression: { codec: 'none' } })
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ error: String(error) }, 'Temporal does not answer yet')
      await sleep(temporalLimits.connectRetryMs, undefined, { signal })
    }
  }
}
