/** Connections of a forward proxy: straight to vetted addresses, or through the proxy of a provider. */
import type { ClientRequestArgs } from 'node:http'
import { connect, type Socket } from 'node:net'
import { forwardProxyLimits } from '../../config/browser-limits.ts'
import { egressLimits } from '../../config/limits.ts'
import { isBlockedPort } from '../blocked-ports.ts'
import { fault } from '../faults.ts'
import { createPinnedAgents } from '../pinned-agent.ts'
import { resolveTarget, shareInFlight, type DialPolicy } from '../resolver.ts'
import { hostProblem } from '../target-policy.ts'
import type { UpstreamProxy } from './contract.ts'
import { authorityOf, type Destination } from './destination.ts'
import { queueLookups } from './lookup-queue.ts'

/** The provider's proxy could not be reached, or would not pass the connection on. */
export class UpstreamProxyError extends Error {
  override readonly name = 'UpstreamProxyError'
}

/**
 * Makes a connection whose other end may be talked to.
 * @param tunnel whether the bytes are to reach the destination as they are; else they are requests
 * that a proxy can read.
 * @param signal destroys the connection while it is being made.
 * @throws EgressError, UpstreamProxyError, or the reason of `signal`.
 */
export type Dial = (destination: Destination, tunnel: boolean, signal: AbortSignal) => Promise<Socket>

/** Waits until the socket stands; it is destroyed when it does not. */
function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const onAbort = (): void => {
    socket.destroy()
    reject(signal.reason as Error)
  }
  const onClose = (): void => reject(fault('connection_reset'))
  signal.addEventListener('abort', onAbort, { once: true })
  socket
    .once('error', reject)
    .once('close', onClose)
    .once('connect', () => {
      // Whoever vets the address at the last moment destroys the socket before this is told.
      if (!socket.destroyed) resolve(socket)
    })
  if (signal.aborted) onAbort()
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    socket.off('error', reject).off('close', onClose)
    // Errors between here and the next owner's listener must not end the process.
    socket.on('error', () => {})
  })
}

function requireAllowed({ host, port }: Destination, policy: DialPolicy): void {
  const problem = isBlockedPort(port)
    ? 'the port is blocked by the Fetch standard'
    : hostProblem(host, port, policy.allowList)
  if (problem !== null) throw fault('unsafe_target', problem)
}

/** Dials destinations themselves: one resolution for each connection, and only what was vetted. */
export function directDial(given: DialPolicy): Dial {
  const policy = { allowList: given.allowList, resolve: shareInFlight(queueLookups(given.resolve)) }
  const agent = createPinnedAgents(policy).http
  return async (destination, _tunnel, signal) => {
    requireAllowed(destination, policy)
    const options: ClientRequestArgs & { allowHalfOpen: boolean; noDelay: boolean } = {
      ...destination,
      allowHalfOpen: true,
      noDelay: true,
    }
    const { promise: refused, reject } = Promise.withResolvers<never>()
    const socket = agent.createConnection(options, (error) => reject(error ?? fault('connect_error')))
    return socket == null ? await refused : await connected(socket as Socket, signal)
  }
}

/** The value of `Proxy-Authorization` for a provider; empty when it asks for none. */
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
    if (end === -1) reject(new UpstreamProxyError('its answer has no end'))
    else resolve(head.toString('latin1', 0, end))
    const rest = head.subarray(end + 4)
    if (end !== -1 && rest.length > 0) socket.unshift(rest)
  }
  const onEnd = (): void => reject(new UpstreamProxyError('it closed the connection'))
  const onAbort = (): void => reject(signal.reason as Error)
  const timer = setTimeout(
    () => reject(new UpstreamProxyError('no answer in time')),
    forwardProxyLimits.headerTimeoutMs,
  )
  signal.addEventListener('abort', onAbort, { once: true })
  socket.on('data', onData).once('end', onEnd).once('close', onEnd)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    socket.off('data', onData).off('end', onEnd).off('close', onEnd)
  })
}

async function openTunnel(
  socket: Socket,
  destination: Destination,
  upstream: UpstreamProxy,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = authorityOf(destination)
  const authorization = proxyAuthorization(upstream)
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`]
  if (authorization !== '') lines.push(`Proxy-Authorization: ${authorization}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  try {
    const answer = await tunnelAnswer(socket, signal)
    const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(answer) ?? []
    if (status?.startsWith('2') !== true) throw new UpstreamProxyError(`it answered ${status ?? 'no HTTP'}`)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/**
 * Dials through the proxy of a provider. The provider resolves the name itself, so the policy is
 * only a gate here: what does not resolve, or to something refused, is not passed on.
 */
export function upstreamDial(given: DialPolicy, upstream: UpstreamProxy): Dial {
  const policy = { allowList: given.allowList, resolve: shareInFlight(queueLookups(given.resolve)) }
  return async (destination, tunnel, signal) => {
    requireAllowed(destination, policy)
    await resolveTarget(destination.host, destination.port, policy)
    signal.throwIfAborted()
    const socket = connect({ host: upstream.host, port: upstream.port, allowHalfOpen: true, noDelay: true })
    const timer = setTimeout(() => {
      socket.destroy(new UpstreamProxyError('no connection in time'))
    }, egressLimits.connectTimeoutMs)
    try {
      await connected(socket, signal)
    } catch (error) {
      if (signal.aborted) throw error
      throw error instanceof UpstreamProxyError ? error : new UpstreamProxyError('it could not be reached')
    } finally {
      clearTimeout(timer)
    }
    return tunnel ? await openTunnel(socket, destination, upstream, signal) : socket
  }
}
