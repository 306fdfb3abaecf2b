/** Tunnels through SOCKS proxies, version 5 (RFC 1928, RFC 1929). */
import type { Socket } from 'node:net'
import type { SocksClientOptions } from 'socks'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import type { EgressError } from '../connections/egress-error.ts'
import { fault } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { Destination } from '../connections/destination.ts'

/** Replies that mean that the proxy tried and the destination failed, with the corresponding system error code. */
const destinationFaults: readonly (readonly [answer: RegExp, systemCode: string])[] = [
  [/ConnectionRefused$/, 'ECONNREFUSED'],
  [/(?:HostUnreachable|TTLExpired)$/, 'EHOSTUNREACH'],
]

/** The error of the library contains the credentials, so nothing of it is passed on. */
function socksFault(error: unknown): EgressError {
  const message = error instanceof Error ? error.message : ''
  const systemCode = destinationFaults.find(([answer]) => answer.test(message))?.[1]
  return systemCode === undefined
    ? fault('proxy_error', 'it refused the connection')
    : fault('connect_error', undefined, systemCode)
}

/** Loads the library with its first use: most processes have no SOCKS proxy. */
async function connectThrough(options: SocksClientOptions): Promise<void> {
  const { SocksClient } = await import('socks')
  await SocksClient.createConnection(options)
}

/**
 * Opens a tunnel through a SOCKS proxy. A host name is passed to it as a name.
 * @param socket a connected socket to the proxy.
 * @throws EgressError `proxy_error`, or `connect_error` when the proxy reports that the destination cannot be reached;
 * or the reason of `signal`.
 */
export async function openSocksTunnel(
  socket: Socket,
  { host, port }: Destination,
  { host: proxyHost, port: proxyPort, credentials }: UpstreamProxy,
  signal: AbortSignal,
): Promise<void> {
  const onEnd = (): unknown => socket.destroy()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  // With a half-open socket, its end would go unnoticed.
  socket.once('end', onEnd)
  const opened = connectThrough({
    command: 'connect',
    existing_socket: socket,
    destination: { host, port },
    timeout: forwardProxyLimits.headerTimeoutMs,
    proxy: {
      type: 5,
      host: proxyHost,
      port: proxyPort,
      ...(credentials === null ? {} : { userId: credentials.username, password: credentials.password }),
    },
  }).catch((error: unknown) => {
    throw socksFault(error)
  })
  try {
    await Promise.race([opened, aborted])
  } finally {
    socket.off('end', onEnd)
    signal.removeEventListener('abort', onAbort)
    opened.catch(() => {})
    aborted.catch(() => {})
  }
}
