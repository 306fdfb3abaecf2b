/** The host and port that a browser wants to reach, as a CONNECT target and as a URL. */
import { bareHost } from '../policy/target-policy.ts'

/** The other end of a connection. */
export interface Destination {
  /** Name or literal address, without brackets or root dot. */
  host: string
  port: number
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }

/** Returns the destination of a URL; null when it is invalid or its scheme opens no connection. */
export function destinationOf(url: string): Destination | null {
  const parsed = URL.parse(url)
  const defaultPort = defaultPorts[parsed?.protocol ?? '']
  if (parsed === null || defaultPort === undefined) return null
  return { host: bareHost(parsed.hostname), port: parsed.port === '' ? defaultPort : Number(parsed.port) }
}

/** Returns the destination as the target of CONNECT (RFC 9112, section 3.2.3). */
export const authorityOf = ({ host, port }: Destination): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Returns the destination as in an http URL, without the default port. */
export const urlAuthorityOf = (destination: Destination): string => authorityOf(destination).replace(/:80$/, '')

/** Returns true when both destinations are the same. */
export const sameDestination = (a: Destination, b: Destination): boolean => a.host === b.host && a.port === b.port
