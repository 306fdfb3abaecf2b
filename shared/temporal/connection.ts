/** The Temporal client of a process. It connects lazily, so that a process can start while Temporal is unavailable. */
import { Client, Connection } from '@temporalio/client'
import type { Config } from '../config/config.ts'
import { connectionOptions, type ConnectionConfig } from './connection-options.ts'
import { tracingClientInterceptor } from './tracing-client.ts'

export interface TemporalClient {
  client: Client
  connection: Connection
  close(): Promise<void>
}

/** Creates a client that connects on first use. @throws ConfigError when the settings contradict each other. */
export function createTemporalClient(
  config: ConnectionConfig & Pick<Config, 'SEINE_TEMPORAL_NAMESPACE'>,
): TemporalClient {
  const connection = Connection.lazy(connectionOptions(config))
  const client = new Client({
    connection,
    namespace: config.SEINE_TEMPORAL_NAMESPACE,
    interceptors: { workflow: [tracingClientInterceptor] },
  })
  return { client, connection, close: () => connection.close() }
}
