/** Options of connections to Temporal: address, TLS, API key. Clients and workers use the same options. */
import { readFileSync } from 'node:fs'
import { ConfigError, type Config } from '../config/config.ts'

export type ConnectionConfig = Pick<
  Config,
  | 'SEINE_TEMPORAL_ADDRESS'
  | 'SEINE_TEMPORAL_TLS'
  | 'SEINE_TEMPORAL_TLS_CA_FILE'
  | 'SEINE_TEMPORAL_TLS_CERT_FILE'
  | 'SEINE_TEMPORAL_TLS_KEY_FILE'
  | 'SEINE_TEMPORAL_API_KEY'
>

export interface ConnectionOptions {
  address: string
  tls: false | { serverRootCACertificate?: Buffer; clientCertPair?: { crt: Buffer; key: Buffer } }
  apiKey?: string
}

type FileSetting = 'SEINE_TEMPORAL_TLS_CA_FILE' | 'SEINE_TEMPORAL_TLS_CERT_FILE' | 'SEINE_TEMPORAL_TLS_KEY_FILE'

/** Reads the file of a setting; null when it is not set. @throws ConfigError naming the setting and the file. */
function fileOf(config: ConnectionConfig, setting: FileSetting): Buffer | null {
  const path = config[setting]
  if (path === '') return null
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`)
  }
}

function withTls(config: ConnectionConfig): ConnectionOptions['tls'] {
  const authority = fileOf(config, 'SEINE_TEMPORAL_TLS_CA_FILE')
  const crt = fileOf(config, 'SEINE_TEMPORAL_TLS_CERT_FILE')
  const key = fileOf(config, 'SEINE_TEMPORAL_TLS_KEY_FILE')
  if ((crt === null) !== (key === null)) {
    throw new ConfigError('SEINE_TEMPORAL_TLS_CERT_FILE and SEINE_TEMPORAL_TLS_KEY_FILE go together: set both or none')
  }
  return {
    ...(authority === null ? {} : { serverRootCACertificate: authority }),
    ...(crt === null || key === null ? {} : { clientCertPair: { crt, key } }),
  }
}

const tlsSettings = [
  'SEINE_TEMPORAL_TLS_CA_FILE',
  'SEINE_TEMPORAL_TLS_CERT_FILE',
  'SEINE_TEMPORAL_TLS_KEY_FILE',
  'SEINE_TEMPORAL_API_KEY',
] as const

/**
 * Returns the connection options. Certificates are read here, once.
 * @throws ConfigError when a file cannot be read, or settings contradict each other.
 */
export function connectionOptions(config: ConnectionConfig): ConnectionOptions {
  const address = config.SEINE_TEMPORAL_ADDRESS
  if (config.SEINE_TEMPORAL_TLS === 'off') {
    // A key must not be sent over an unencrypted connection.
    const idle = tlsSettings.find((setting) => config[setting] !== '')
    if (idle !== undefined) throw new ConfigError(`${idle} needs SEINE_TEMPORAL_TLS=on`)
    return { address, tls: false }
  }
  const apiKey = config.SEINE_TEMPORAL_API_KEY
  return { address, tls: withTls(config), ...(apiKey === '' ? {} : { apiKey }) }
}
