/** The browser's side of a forward proxy on plain sockets, for tests. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { AllowList } from '../policy/allow-list.ts'
import { namesFrom, type Fixture } from './fixture-server.ts'
import type { ResolveName } from '../connections/resolver.ts'
import type { ForwardProxy, UpstreamProxy } from '../connections/proxy-contract.ts'
import { startForwardProxy } from '../forward-proxy/forward-proxy.ts'

export interface ProxyLabOptions {
  /** Sites that can be reached, by port on 127.0.0.1. */
  sites?: readonly Fixture[]
  resolve?: ResolveName
  upstream?: UpstreamProxy
}

/** Resolves `site.test` to 127.0.0.1. */
export const siteTest: ResolveName = namesFrom({ 'site.test': ['127.0.0.1'] })

/** Starts a proxy that can reach exactly the given sites; closed when the test ends. */
export async function startProxy(context: TestContext, options: ProxyLabOptions = {}): Promise<ForwardProxy> {
  const entries = (options.sites ?? []).map(({ port }) => `127.0.0.1:${port}`).join(',')
  const policy = { allowList: new AllowList({ entries }), resolve: options.resolve ?? siteTest }
  const proxy = await startForwardProxy({ policy, upstream: options.upstream ?? null })
  context.after(() => proxy.close())
  return proxy
}

/** A socket to a proxy that records the bytes it receives. */
export interface ProxyClient {
  socket: Socket
  /** Returns all bytes received so far, as latin1. */
  received: () => string
  /** Resolves once the received bytes match; rejects when the connection ends before. */
  until: (pattern: RegExp) => Promise<string>
  /** Resolves to all received bytes once the connection has ended. */
  ended: Promise<string>
}

/** Opens a connection to a proxy and sends bytes. */
export async function openClient(context: TestContext, proxyUrl: string, bytes: string): Promise<ProxyClient> {
  const socket = connect({ port: Number(new URL(proxyUrl).port), host: '127.0.0.1', allowHalfOpen: true })
  context.after(() => socket.destroy())
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => {}).on('end', () => socket.end())
  const ended = once(socket, 'close').then(() => received)
  ended.catch(() => {})
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  const until = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(received)) {
      if (socket.destroyed) throw new Error(`ended after ${JSON.stringify(received)}`)
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
    }
    return received
  }
  return { socket, received: () => received, until, ended }
}

/** Sends one absolute-form GET with `Connection: close`, and returns the whole answer. */
export async function fetchThrough(context: TestContext, proxyUrl: string, url: string): Promise<string> {
  const { host } = new URL(url)
  const client = await openClient(context, proxyUrl, `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  return await Promise.race([client.ended, client.until(/\r\n\r\n/)])
}
