/** The head of a request to a proxy: read, and rewritten for whoever is next on the way. */
import { connectionHeaders } from '../../urls/connection-headers.ts'
import { destinationOf, urlAuthorityOf, type Destination } from '../connections/destination.ts'

/** How the end of the request's body is known: so many bytes, or only by the end of the connection. */
export type BodyLength = number | 'until_end'

export interface RequestHead {
  method: string
  /** As the browser wrote it. */
  target: string
  version: string
  destination: Destination
  /** Names and values as they came, in their order. */
  headers: readonly (readonly [name: string, value: string])[]
  bodyLength: BodyLength
}

/** Not passed on; what frames the message stays, because bodies pass untouched. */
const hopByHop = new Set(
  [...connectionHeaders].filter((name) => !['content-length', 'transfer-encoding', 'expect'].includes(name)),
)

const requestLine = /^([A-Za-z]+) (\S+) (HTTP\/1\.[01])$/
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/
/** User info and back slashes are read in more than one way; no browser sends them. */
const absoluteHttp = /^http:\/\/([^/?#@\\]+)(?=[/?#]|$)/i

function destinationOfTarget(method: string, target: string): Destination | null {
  if (method === 'CONNECT') return /^[^/?#@]+:\d+$/.test(target) ? destinationOf(`http://${target}`) : null
  return absoluteHttp.test(target) ? destinationOf(target) : null
}

/** Where the request of a first line leads, or null when the line is none of a request to a proxy. */
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
 * Reads a head.
 * @param text everything before the empty line, without it.
 * @returns null for anything that is not a well-formed request to an HTTP proxy.
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

/** The target as a server that is no proxy wants it, otherwise untouched. */
function originForm(target: string): string {
  const path = target.replace(absoluteHttp, '').replace(/#.*$/, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** The target as a proxy wants it, the host replaced where another one is handed to it. */
function proxyTarget({ target, destination }: RequestHead, handedHost: string | null): string {
  if (handedHost === null || handedHost === destination.host) return target
  return target.replace(absoluteHttp, () => `http://${urlAuthorityOf({ ...destination, host: handedHost })}`)
}

/** Headers without those of this connection; `Proxy-Connection` becomes what a server would have been sent in its place. */
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
 * Writes the head for the next on the way.
 * @param proxyAuthorization `null` = the next one is the server itself; otherwise a proxy, with
 * the value of `Proxy-Authorization`, empty when it asks for none.
 * @param handedHost what a proxy is asked for, where that may be an address in place of the name; `Host` keeps the name.
 */
export function forwardedHead(
  head: RequestHead,
  proxyAuthorization: string | null,
  handedHost: string | null = null,
): string {
  const toProxy = proxyAuthorization !== null
  const headers = passedHeaders(head)
  if (toProxy && proxyAuthorization !== '') headers.push(['Proxy-Authorization', proxyAuthorization])
  // The host that was vetted is the one that is named, whatever the browser was made to write.
  const [, host = ''] = absoluteHttp.exec(head.target) ?? []
  headers.unshift(['Host', host])
  const line = `${head.method} ${toProxy ? proxyTarget(head, handedHost) : originForm(head.target)} ${head.version}`
  return `${[line, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`
}
