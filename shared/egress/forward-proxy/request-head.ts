/** Parses the head of a request to a proxy, and rewrites it for the next server. */
import { connectionHeaders } from '../../urls/connection-headers.ts'
import { destinationOf, urlAuthorityOf, type Destination } from '../connections/destination.ts'

/** Length of a request body: a number of bytes, or up to the end of the connection. */
export type BodyLength = number | 'until_end'

export interface RequestHead {
  method: string
  /** As the browser wrote it. */
  target: string
  version: string
  destination: Destination
  /** Names and values as received, in their order. */
  headers: readonly (readonly [name: string, value: string])[]
  bodyLength: BodyLength
}

/** Headers that are not passed on. Framing headers are passed, because bodies pass unchanged. */
const hopByHop = new Set(
  [...connectionHeaders].filter((name) => !['content-length', 'transfer-encoding', 'expect'].includes(name)),
)

const requestLine = /^([A-Za-z]+) (\S+) (HTTP\/1\.[01])$/
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/
/** User info and backslashes are excluded: parsers disagree on them, and no browser sends them. */
const absoluteHttp = /^http:\/\/([^/?#@\\]+)(?=[/?#]|$)/i

function destinationOfTarget(method: string, target: string): Destination | null {
  if (method === 'CONNECT') return /^[^/?#@]+:\d+$/.test(target) ? destinationOf(`http://${target}`) : null
  return absoluteHttp.test(target) ? destinationOf(target) : null
}

/** Returns the destination in a request line; null when the line is not a request to a proxy. */
export function destinationOfLine(line: string): Destination | null {
  const [, method, target] = requestLine.exec(line) ?? []
  return method === undefined || target === undefined ? null : destinationOfTarget(method, target)
}

function bodyLengthOf(headers: RequestHead['headers']): BodyLength | null {
  const valuesOf = (wanted: string): string[] =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
  const lengths = new Set(valuesOf('content-length'))
  const coded = valuesOf('transfer-encoding').length > 0
  if (coded) return lengths.size === 0 ? 'until_end' : null
  const [length = '0'] = lengths
  return lengths.size <= 1 && /^\d{1,15}$/.test(length) ? Number(length) : null
}

/**
 * Parses a head.
 * @param text text before the empty line.
 * @returns null when it is not a well-formed request to an HTTP proxy.
 */
export function parseRequestHead(text: string): RequestHead | null {
  const [first = '', ...lines] = text.split('\r\n')
  const [, method, target, version] = requestLine.exec(first) ?? []
  if (method === undefined || target === undefined || version === undefined) return null
  const destination = destinationOfTarget(method, target)
  if (destination === null) return null
  const headers: (readonly [string, string])[] = []
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined) return null
    headers.push([name, value])
  }
  const bodyLength = bodyLengthOf(headers)
  return bodyLength === null ? null : { method, target, version, destination, headers, bodyLength }
}

/** Returns the target in origin-form, for a server that is not a proxy; otherwise unchanged. */
function originForm(target: string): string {
  const path = target.replace(absoluteHttp, '').replace(/#.*$/, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Returns the target for a proxy; its host is replaced when the proxy is given another one. */
function proxyTarget({ target, destination }: RequestHead, handedHost: string | null): string {
  if (handedHost === null || handedHost === destination.host) return target
  return target.replace(absoluteHttp, () => `http://${urlAuthorityOf({ ...destination, host: handedHost })}`)
}

/**
 * Returns the headers without those of this connection; a `Connection` header for the next server replaces
 * `Proxy-Connection`.
 */
function passedHeaders(head: RequestHead): (readonly [string, string])[] {
  const named = head.headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named])
  const connection: readonly [string, string] = ['Connection', head.bodyLength === 'until_end' ? 'close' : 'keep-alive']
  const passed: (readonly [string, string])[] = []
  for (const header of head.headers) {
    const name = header[0].toLowerCase()
    if ((name === 'proxy-connection' || name === 'connection') && !passed.includes(connection)) passed.push(connection)
    if (!dropped.has(name)) passed.push(header)
  }
  return passed.includes(connection) ? passed : [...passed, connection]
}

/**
 * Writes the head for the next server.
 * @param proxyAuthorization null: the next server is the destination itself; otherwise it is a proxy, and this is the
 * value of `Proxy-Authorization`, empty when the proxy requires none.
 * @param handedHost host that a proxy is asked for, which may be an address instead of the name; `Host` keeps the
 * name.
 */
export function forwardedHead(
  head: RequestHead,
  proxyAuthorization: string | null,
  handedHost: string | null = null,
): string {
  const toProxy = proxyAuthorization !== null
  const headers = passedHeaders(head)
  if (toProxy && proxyAuthorization !== '') headers.push(['Proxy-Authorization', proxyAuthorization])
  // `Host` always names the vetted host, whatever the browser sent.
  const [, host = ''] = absoluteHttp.exec(head.target) ?? []
  headers.unshift(['Host', host])
  const line = `${head.method} ${toProxy ? proxyTarget(head, handedHost) : originForm(head.target)} ${head.version}`
  return `${[line, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`
}
