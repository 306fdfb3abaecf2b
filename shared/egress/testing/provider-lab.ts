/** Proxies of providers on the loopback interface, for tests. They connect to 127.0.0.1 for every name. */
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { listen } from './fixture-server.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { ResolveName } from '../connections/resolver.ts'

/** Resolves every name to a public address, so that only the test determines whether a provider is asked. */
export const publicNames: ResolveName = async () => [{ address: '93.184.216.34', family: 4 }]

/** A provider, and the requests it received. */
export interface ProviderLab {
  /** The proxy, without credentials. */
  upstream: UpstreamProxy
  /** Returns the proxy with credentials. */
  as: (username: string, password?: string) => UpstreamProxy
  connections: () => number
  /** Requests, oldest first: `GET http://site.test/`, `CONNECT site.test:443`, or `site.test:443` for SOCKS. */
  asked: readonly string[]
  /** User names of the requests; null without credentials. */
  users: readonly (string | null)[]
}

export interface ProviderOptions {
  /** `user:password` that it requires; null: none. */
  credentials?: string | null
  /** SOCKS: reply code to every request; 0: granted. */
  reply?: number
}

const basic = (value: string | undefined): string | null =>
  value === undefined ? null : Buffer.from(value.replace(/^Basic /, ''), 'base64').toString()

const labOf = (
  protocol: UpstreamProxy['protocol'],
  listening: { port: number; connections: () => number },
  asked: string[],
  users: (string | null)[],
): ProviderLab => {
  const as = (credentials: UpstreamProxy['credentials']): UpstreamProxy => ({
    protocol,
    host: '127.0.0.1',
    port: listening.port,
    credentials,
  })
  return {
    upstream: as(null),
    as: (username, password = 'pw') => as({ username, password }),
    connections: listening.connections,
    asked,
    users,
  }
}

function join(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy()).on('close', () => other.destroy())
  other.on('error', () => one.destroy()).on('close', () => one.destroy())
  one.pipe(other).pipe(one)
}

/** Starts an HTTP proxy that keeps its connections alive, and accepts tunnels and requests with absolute URLs. */
export async function startHttpProvider(context: TestContext, options: ProviderOptions = {}): Promise<ProviderLab> {
  const { credentials = null } = options
  const asked: string[] = []
  const users: (string | null)[] = []
  const admits = (request: IncomingMessage): boolean => {
    const given = basic(request.headers['proxy-authorization'])
    asked.push(`${request.method} ${request.url}`)
    users.push(given?.split(':')[0] ?? null)
    return credentials === null || given === credentials
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (!admits(request)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end()
      return
    }
    const url = new URL(request.url ?? '')
    const { 'proxy-authorization': _own, ...headers } = request.headers
    const onward = httpRequest(
      { host: '127.0.0.1', port: url.port, path: `${url.pathname}${url.search}`, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    client.on('error', () => {})
    if (!admits(request)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const site = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      join(client, site)
    })
    site.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  })
  return labOf('http', await listen(context, server), asked, users)
}

/** Reads exact numbers of bytes from a socket, however they were split into chunks. */
class Pieces {
  readonly #socket: Socket

  constructor(socket: Socket) {
    this.#socket = socket
  }

  async take(bytes: number): Promise<Buffer> {
    for (;;) {
      const piece = this.#socket.read(bytes) as Buffer | null
      if (piece !== null) return piece
      if (this.#socket.destroyed || this.#socket.readableEnded) throw new Error('it ended')
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#socket.once('readable', resolve).once('close', resolve)
      await promise
    }
  }

  async text(): Promise<string> {
    const length = (await this.take(1))[0] ?? 0
    return length === 0 ? '' : (await this.take(length)).toString()
  }
}

async function serveSocks(
  socket: Socket,
  { credentials = null, reply = 0 }: ProviderOptions,
  asked: string[],
  users: (string | null)[],
): Promise<void> {
  const pieces = new Pieces(socket)
  const [, methods = 0] = await pieces.take(2)
  const offered = new Set(await pieces.take(methods))
  const method = credentials === null ? 0 : 2
  socket.write(Buffer.from([5, offered.has(method) ? method : 0xff]))
  if (!offered.has(method)) return
  let user: string | null = null
  if (method === 2) {
    await pieces.take(1)
    user = await pieces.text()
    const admitted = `${user}:${await pieces.text()}` === credentials
    socket.write(Buffer.from([1, admitted ? 0 : 1]))
    if (!admitted) return
  }
  const [, , , type] = await pieces.take(4)
  const host = type === 3 ? await pieces.text() : [...(await pieces.take(type === 4 ? 16 : 4))].join('.')
  const port = (await pieces.take(2)).readUInt16BE()
  asked.push(`${host}:${port}`)
  users.push(user)
  const answer = Buffer.from([5, reply, 0, 1, 127, 0, 0, 1, 0, 0])
  if (reply !== 0) {
    socket.end(answer)
    return
  }
  const site = connect(port, '127.0.0.1', () => {
    socket.write(answer)
    join(socket, site)
  })
  site.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])))
}

/** Starts a SOCKS5 proxy. */
export async function startSocksProvider(context: TestContext, options: ProviderOptions = {}): Promise<ProviderLab> {
  const asked: string[] = []
  const users: (string | null)[] = []
  const server = createTcpServer((socket) => {
    serveSocks(socket, options, asked, users).catch(() => socket.destroy())
  })
  return labOf('socks5', await listen(context, server), asked, users)
}

/** Starts a proxy that passes each connection to the test once its first bytes have arrived. */
export async function startBrokenProvider(
  context: TestContext,
  protocol: UpstreamProxy['protocol'],
  answer: (socket: Socket, head: string) => void,
): Promise<ProviderLab> {
  const asked: string[] = []
  const server = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (head) => {
        asked.push(head.toString('latin1').split('\r\n')[0] ?? '')
        answer(socket, head.toString('latin1'))
      })
  })
  return labOf(protocol, await listen(context, server), asked, [])
}
