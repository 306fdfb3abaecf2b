/** Connections through the proxies of providers. The caller must have checked the destination before. */
import { connect, type Socket } from 'node:net'
import { egressLimits } from '../../config/limits.ts'
import { EgressError } from '../connections/egress-error.ts'
import { fault } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { Destination } from '../connections/destination.ts'
import { connected } from './connected-socket.ts'
import { openHttpTunnel } from './http-tunnel.ts'
import { openSocksTunnel } from './socks-tunnel.ts'

export interface UpstreamDialOptions {
  /** Whether an HTTP proxy forwards the bytes unchanged; otherwise they are requests that it reads. */
  tunnel: boolean
  /** Whether the socket stays open for writing after its other end has ended. */
  allowHalfOpen: boolean
  signal: AbortSignal
}

async function reach(upstream: UpstreamProxy, { allowHalfOpen, signal }: UpstreamDialOptions): Promise<Socket> {
  const socket = connect({ host: upstream.host, port: upstream.port, allowHalfOpen, noDelay: true })
  const timer = setTimeout(() => {
    socket.destroy(fault('proxy_error', 'no connection in time'))
  }, egressLimits.connectTimeoutMs)
  try {
    return await connected(socket, signal)
  } catch (error) {
    if (signal.aborted || error instanceof EgressError) throw error
    throw fault('proxy_error', 'it could not be reached')
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Connects through a proxy to a destination, whose name the proxy resolves itself.
 * @throws EgressError, mostly `proxy_error`, or the reason of `signal`.
 */
export async function connectThrough(
  destination: Destination,
  upstream: UpstreamProxy,
  options: UpstreamDialOptions,
): Promise<Socket> {
  const { tunnel, signal } = options
  signal.throwIfAborted()
  const socket = await reach(upstream, options)
  try {
    if (upstream.protocol === 'socks5') await openSocksTunnel(socket, destination, upstream, signal)
    else if (tunnel) await openHttpTunnel(socket, destination, upstream, signal)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
