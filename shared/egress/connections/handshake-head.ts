/** The head of a WebSocket handshake in a tunnel that is not encrypted, with headers that the browser cannot send. */
import type { Destination } from './destination.ts'
import { urlAuthorityOf } from './destination.ts'

/**
 * Headers to add to a handshake.
 * @param url of the socket, in its http form.
 * @returns null for none.
 */
export type HandshakeHeaders = (url: URL) => Readonly<Record<string, string>> | null

/** What makes the handshake one, and frames it: the browser's alone. */
const ofHandshake = /^(?:host|connection|upgrade|content-length|transfer-encoding|sec-websocket-.*)$/i

const requestLine = /^GET (\S+) HTTP\/1\.1$/

/** Headers as a handshake may have them. */
export const forHandshake = (headers: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(headers).filter(([name, value]) => !ofHandshake.test(name) && !/[\r\n]/.test(value))

/**
 * Adds headers to a handshake, in place of those of the same name.
 * @param head everything before the empty line, without it.
 * @param destination of the tunnel.
 * @returns the head as it was where it is no handshake, or there is nothing to add.
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
