/**
 * The forward proxy of one browser context, through which all traffic of its pages passes. It listens on loopback,
 * resolves and vets the host of every connection once, and dials the vetted addresses.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { BrowserConnection, type ProxyParts } from './browser-connection.ts'
import type { ForwardProxy, ForwardProxyOptions } from '../connections/proxy-contract.ts'
import { directDial, upstreamDial, upstreamGate } from './dialler.ts'
import { ConnectionLog } from './connection-log.ts'

interface Listening {
  url: string
  sockets: ReadonlySet<Socket>
  close: () => Promise<void>
}

async function listenOnLoopback(onConnection: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(0, '127.0.0.1', resolve)
  })
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    return closed
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, close }
}

/**
 * Starts a proxy. It accepts CONNECT and absolute-form requests, without credentials.
 * @throws the error of `listen` when no port is available.
 */
export async function startForwardProxy({
  policy,
  upstream,
  handshakeHeaders = () => null,
}: ForwardProxyOptions): Promise<ForwardProxy> {
  const log = new ConnectionLog()
  const gate = upstreamGate(policy)
  const parts: ProxyParts = {
    log,
    upstream,
    handshakeHeaders,
    gate,
    dial: upstream === null ? directDial(policy) : upstreamDial(gate, upstream),
    connections: () => listening.sockets.size,
  }
  const listening = await listenOnLoopback((socket) => new BrowserConnection(socket, parts))
  return {
    url: listening.url,
    get bytesReceived() {
      return log.bytesReceived
    },
    get bytesSent() {
      return log.bytesSent
    },
    get denials() {
      return log.denials
    },
    denialOf: (url) => log.denialOf(url),
    failureOf: (url) => log.failureOf(url),
    systemCodeOf: (url) => log.systemCodeOf(url),
    addressOf: (url) => log.addressOf(url),
    requestsBeyond: (known) => log.requests.beyond(known),
    close: listening.close,
  }
}

/**
 * Starts a proxy that accepts and drops every connection: for browser traffic that belongs to no context, such as the
 * browser's own updates.
 * @returns its address, and a function that closes it.
 */
export async function startSinkProxy(): Promise<{ url: string; close(): Promise<void> }> {
  const { url, close } = await listenOnLoopback((socket) => socket.destroy())
  return { url, close }
}
