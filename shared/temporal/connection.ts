/** The Temporal client of a process: connects lazily, so a process starts while Temporal is away. */
import { Client, Connection } from '@temporalio/client'
import type { Config } from '../config/config.ts'

export interface TemporalClient {
  client: Client
  connection: Connection
  close(): Promise<void>
}

/** A client that dials on first use. */
export function createTemporalClient(
  config: Pick<Config, 'SEINE_TEMPORAL_ADDRESS' | 'SEINE_TEMPORAL_NAMESPACE'>,
): TemporalClient {
  const connection = Connection.lazy({ address: config.SEINE_TEMPORAL_ADDRESS })
  const client = new Client({ connection, namespace: config.SEINE_TEMPORAL_NAMESPACE })
  return { client, connection, close: () => connection.close() }
}
