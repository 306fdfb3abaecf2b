/** Servers on the loopback interface for the tests of the egress, and clients that can reach them. */
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { AllowList } from '../policy/allow-list.ts'
import { createEgressClient, type EgressClientOptions } from '../client.ts'
import { type EgressClient, type EgressRequest, type EgressResponse } from '../connections/contract.ts'
import { EgressError } from '../connections/egress-error.ts'
import type { ResolveName } from '../connections/resolver.ts'

/** A listening server that counts its connections. */
export interface Fixture {
  port: number
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  origin: string
  connections: () => number
}

/** Starts a server, and closes it and all its connections when the test ends. */
export async function listen(context: TestContext, server: Server, host = '127.0.0.1', port = 0): Promise<Fixture> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  context.after(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address() as AddressInfo
  return { port: address.port, origin: `http://${host}:${address.port}`, connections: () => connections }
}

/** Starts an HTTP server. */
export const startSite = (context: TestContext, handler: RequestListener): Promise<Fixture> =>
  listen(context, createServer({ keepAliveTimeout: 60_000 }, handler))

/** Starts a server that passes each connection to the test. */
export const startSockets = (context: TestContext, take: (socket: Socket) => void): Promise<Fixture> =>
  listen(context, createTcpServer(take))

/** Starts a server that passes the first bytes of each connection to the test, which writes the answer. */
export const startRaw = (context: TestContext, answer: (socket: Socket, head: string) => void): Promise<Fixture> =>
  startSockets(context, (socket) => {
    socket.once('data', (head) => {
      answer(socket, head.toString('latin1'))
    })
  })

/** Starts a listener that must never be reached. */
export const startSentinel = (context: TestContext, host?: string, port?: number): Promise<Fixture> =>
  listen(context, createTcpServer(), host, port)

/** Returns a resolver with a fixed table. */
export const namesFrom =
  (table: Readonly<Record<string, readonly string[]>>): ResolveName =>
  async (name) =>
    (table[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Creates a client that can reach exactly the given fixtures; closed when the test ends. */
export function clientFor(
  context: TestContext,
  fixtures: readonly Fixture[],
  options: Partial<EgressClientOptions> = {},
): EgressClient {
  const entries = fixtures.map(({ port }) => `127.0.0.1/32:${port}`).join(',')
  const client = createEgressClient({ userAgent: 'egress-test', allowList: new AllowList({ entries }), ...options })
  context.after(() => client.close())
  return client
}

/** Fetches with the defaults of a page. */
export const get = (client: EgressClient, url: string, more: Partial<EgressRequest> = {}): Promise<EgressResponse> =>
  client.fetch({ url, timeoutMs: 60_000, maxDecodedBytes: 20 * 1024 * 1024, maxRedirects: 10, ...more })

/** Returns the fault of an exchange that must fail. */
export async function faultOf(exchange: Promise<EgressResponse>): Promise<EgressError> {
  try {
    const { status } = await exchange
    throw new Error(`an answer with status ${status} where a fault was due`)
  } catch (error) {
    if (error instanceof EgressError) return error
    throw error
  }
}

/** Returns the body as text. */
export const textOf = (response: EgressResponse): string => Buffer.from(response.body).toString()
