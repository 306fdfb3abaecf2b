/** Which host a browser wants to reach, as a proxy is told it and as a page names it. */
import { bareHost } from '../policy/target-policy.ts'

/** One end of a connection. */
export interface Destination {
  /** Name or literal address, without brackets and root dot. */
  host: string
  port: number
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }

/** Where a URL leads, or null when it is none or its scheme opens no connection. */
export function destinationOf(url: string): Destination | null {
  const parsed = URL.parse(url)
  const defaultPort = defaultPorts[parsed?.protocol ?? '']
  if (parsed === null || defaultPort === undefined) return null
  return { host: bareHost(parsed.hostname), port: parsed.port === '' ? defaultPort : Number(parsed.port) }
}

/** The destination as the target of CONNECT (RFC 9112, section 3.2.3). */
export const authorityOf = ({ host, port }: Destination): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** The destination as an http URL names it: the default port is left out. */
export const urlAuthorityOf = (destination: Destination): string => authorityOf(destination).replace(/:80$/, '')

/** Says whether both are one and the same. */
export const sameDestination = (a: Destination, b: Destination): boolean => a.host === b.host && a.port === b.port
