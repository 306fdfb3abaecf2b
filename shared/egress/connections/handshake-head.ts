/** Adds headers that the browser cannot set to the head of a WebSocket handshake in an unencrypted tunnel. */
import type { Destination } from './destination.ts'
import { urlAuthorityOf } from './destination.ts'

/**
 * Returns the headers to add to a handshake.
 * @param url URL of the socket, with the scheme http.
 * @returns null if none exist.
 */
export type HandshakeHeaders = (url: URL) => Readonly<Record<string, string>> | null

/** Headers that define or frame the handshake; only the browser sets them. */
const ofHandshake = /^(?:host|connection|upgrade|content-length|transfer-encoding|sec-websocket-.*)$/i

const requestLine = /^GET (\S+) HTTP\/1\.1$/

/** Returns the headers that may be added to a handshake. */
export const forHandshake = (headers: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(headers).filter(([name, value]) => !ofHandshake.test(name) && !/[\r\n]/.test(value))

/**
 * Adds headers to a handshake, replacing those of the same name.
 * @param head text before the empty line.
 * @param destination destination of the tunnel.
 * @returns the unchanged head when it is not a handshake or there is nothing to add.
 */
export function withHandshakeHeaders(head: string, destination: Destination, headersFor: HandshakeHeaders): string {
  const [first = '', ...lines] = head.split('\r\n')
  const [, target] = requestLine.exec(first) ?? []
  if (target === undefined || !lines.some((line) => /^upgrade:[ \t]*websocket[ \t]*$/i.test(line))) return head
  const url = URL.parse(target, `http://${urlAuthorityOf(destination)}`)
  const added = forHandshake((url === null ? null : headersFor(url)) ?? {})
  const names = new Set(added.map(([name]) => name.toLowerCase()))
  const kept = lines.filter((line) => !names.has(line.slice(0, line.indexOf(':')).trim().toLowerCase()))
  return [first, ...kept, ...added.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
}
