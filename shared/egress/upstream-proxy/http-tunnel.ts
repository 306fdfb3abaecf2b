/** Tunnels through HTTP proxies (RFC 9110, section 9.3.6). */
import type { Socket } from 'node:net'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import { fault } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import { authorityOf, type Destination } from '../connections/destination.ts'

/** Returns the value of `Proxy-Authorization` for a provider; empty when the provider requires none. */
export function proxyAuthorization({ credentials }: UpstreamProxy): string {
  if (credentials === null) return ''
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
}

/** Reads the answer to CONNECT; bytes after it stay in the socket. */
function tunnelAnswer(socket: Socket, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let head = Buffer.alloc(0)
  const onData = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1 && head.length <= forwardProxyLimits.headersMaxBytes) return
    socket.off('data', onData).pause()
    if (end === -1) reject(fault('proxy_error', 'the head of its answer is too large'))
    else resolve(head.toString('latin1', 0, end))
    const rest = head.subarray(end + 4)
    if (end !== -1 && rest.length > 0) socket.unshift(rest)
  }
  const onEnd = (): void => reject(fault('proxy_error', 'it closed the connection'))
  const onAbort = (): void => reject(signal.reason as Error)
  const timer = setTimeout(() => reject(fault('proxy_error', 'no answer in time')), forwardProxyLimits.headerTimeoutMs)
  signal.addEventListener('abort', onAbort, { once: true })
  socket.on('data', onData).once('end', onEnd).once('close', onEnd)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    socket.off('data', onData).off('end', onEnd).off('close', onEnd)
  })
}

/**
 * Opens a tunnel through an HTTP proxy.
 * @param socket a connected socket to the proxy.
 * @throws EgressError `proxy_error`, or the reason of `signal`.
 */
export async function openHttpTunnel(
  socket: Socket,
  destination: Destination,
  upstream: UpstreamProxy,
  signal: AbortSignal,
): Promise<void> {
  const authority = authorityOf(destination)
  const authorization = proxyAuthorization(upstream)
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`]
  if (authorization !== '') lines.push(`Proxy-Authorization: ${authorization}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const answer = await tunnelAnswer(socket, signal)
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(answer) ?? []
  if (status?.startsWith('2') !== true) throw fault('proxy_error', `it answered ${status ?? 'no HTTP'}`)
}
