/** A small HTTP server on loopback for one test file: a table of handlers, and WebSockets if needed. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

export type FixtureHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface Fixture {
  /** `http://127.0.0.1:<port>` */
  origin: string
  port: number
  /** All requests so far: method, path with query, headers. */
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

export interface FixtureOptions {
  /** Called for every WebSocket, with any path. */
  onSocket?: (socket: WebSocket, path: string, headers: IncomingMessage['headers']) => void
  /** @default 127.0.0.1 */
  host?: string
}

/** An answer with an HTML document. */
export const html =
  (body: string, headers: Record<string, string> = {}): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }

/**
 * Starts the server.
 * @param routes handler per path without query; other paths answer 404.
 */
export async function startFixture(
  routes: Readonly<Record<string, FixtureHandler>>,
  options: FixtureOptions = {},
): Promise<Fixture> {
  const seen: Fixture['seen'] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/'
    seen.push({ method: request.method ?? '', path, headers: request.headers })
    const handler = routes[path.split('?')[0] ?? '/']
    if (handler === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
    else handler(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
  })
  const { onSocket } = options
  if (onSocket !== undefined) {
    const webSockets = new WebSocketServer({ server })
    webSockets.on('connection', (socket, request) => onSocket(socket, request.url ?? '/', request.headers))
  }
  const host = options.host ?? '127.0.0.1'
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    port,
    seen,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
