/**
 * Listeners on loopback that must never be reached, and a proxy that forwards nothing: together they show whether a
 * browser sends all its traffic through its proxy.
 */
import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { HeadBuffer } from './forward-proxy/head-buffer.ts'
import { parseRequestHead } from './forward-proxy/request-head.ts'

/** Counts what reaches it. */
export interface Sentinel {
  readonly port: number
  /** Connections or datagrams so far. */
  hits(): number
  close(): Promise<void>
}

async function listenTcp(
  onConnection: (socket: Socket) => void,
  host = '127.0.0.1',
  onPort = 0,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    onConnection(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(onPort, host, resolve)
  })
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/**
 * Starts a TCP listener on loopback that closes every connection.
 * @param onPort 0: a free port.
 */
export async function startTcpSentinel(host = '127.0.0.1', onPort = 0): Promise<Sentinel> {
  let hits = 0
  const listening = await listenTcp(
    (socket) => {
      hits += 1
      socket.destroy()
    },
    host,
    onPort,
  )
  return { ...listening, hits: () => hits }
}

/** Starts a UDP listener on 127.0.0.1 that never answers. */
export async function startUdpSentinel(): Promise<Sentinel> {
  let hits = 0
  const socket = createSocket('udp4', () => {
    hits += 1
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).bind(0, '127.0.0.1', resolve)
  })
  const close = (): Promise<void> => new Promise((resolve) => socket.close(() => resolve()))
  return { port: socket.address().port, hits: () => hits, close }
}

/** A proxy that opens no connections. */
export interface TrapProxy {
  readonly url: string
  /** Requests, oldest first: `GET http://host/path`, `CONNECT host:port`. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

/** Starts a proxy that answers every plain request with one HTML page, refuses every tunnel, and records both. */
export async function startTrapProxy(html: string): Promise<TrapProxy> {
  const requests: string[] = []
  const body = Buffer.from(html)
  const page = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  const listening = await listenTcp((socket) => {
    const buffer = new HeadBuffer()
    socket.on('data', (chunk: Buffer) => {
      const complete = buffer.add(chunk)
      if (complete === null) return
      const request = parseRequestHead(complete.head)
      if (request !== null) requests.push(`${request.method} ${request.target}`)
      if (request?.method === 'CONNECT') socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
      else socket.end(Buffer.concat([Buffer.from(page), body]))
    })
  })
  return { url: `http://127.0.0.1:${listening.port}`, requests, close: () => listening.close() }
}
