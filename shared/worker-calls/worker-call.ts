/** One HTTP call to one worker. */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { workerCallLimits } from '../config/browser-limits.ts'
import type { WorkerTls } from './worker-tls.ts'
import type { WorkerEndpoint } from './worker-endpoints.ts'

/** Thrown when the worker did not answer: it was never reached, or the connection was lost during the call. */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault'
  readonly kind: 'unreachable' | 'lost'

  constructor(kind: 'unreachable' | 'lost', cause: unknown) {
    super(kind === 'unreachable' ? 'a worker cannot be reached' : 'the connection to a worker was lost', { cause })
    this.kind = kind
  }
}

export interface WorkerRequest {
  method: 'GET' | 'POST'
  /** Path below the base URL. */
  path: string
  headers: Record<string, string>
  /** null: none. */
  body: string | null
  /** Ends the call, including the reading of its answer. */
  signal: AbortSignal
  /** True when it must not be sent twice; it then uses a new connection. @default false */
  onlyOnce?: boolean
}

/** Keeps connections to workers open between calls. */
export class WorkerAgents {
  readonly #http = new HttpAgent({ keepAlive: true })
  readonly #https = new HttpsAgent({ keepAlive: true })
  readonly #tls: WorkerTls | null

  /** @param tls certificates that are shown to workers and expected of them; null: the public authorities are trusted. */
  constructor(tls: WorkerTls | null = null) {
    this.#tls = tls
  }

  /** Starts a request. @param fresh uses a new connection. */
  begin(
    endpoint: WorkerEndpoint,
    { method, path, headers, body, signal }: WorkerRequest,
    fresh: boolean,
  ): ClientRequest {
    const url = new URL(endpoint.base + path)
    const secure = url.protocol === 'https:'
    const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const options = {
      method,
      signal,
      host: endpoint.address,
      port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
      path: url.pathname,
      headers: {
        ...headers,
        host: url.host,
        ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    }
    return secure
      ? httpsRequest({
          ...options,
          // The agent keeps connections apart by certificate, so that renewed ones apply to the next call.
          ...this.#tls?.files,
          ...(name === endpoint.address ? {} : { servername: name }),
          agent: fresh ? false : this.#https,
        })
      : httpRequest({ ...options, agent: fresh ? false : this.#http })
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

/**
 * Limits the time of establishing a connection. In TLS 1.3 a worker may refuse the certificate of its caller after that,
 * which then counts as lost.
 */
function limitConnect(request: ClientRequest, socket: Socket, onConnect: () => void): void {
  if (request.reusedSocket) {
    onConnect()
    return
  }
  const timer = setTimeout(
    () => request.destroy(new Error(`no connection within ${workerCallLimits.connectTimeoutMs} ms`)),
    workerCallLimits.connectTimeoutMs,
  )
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer)
    onConnect()
  })
  socket.once('close', () => clearTimeout(timer))
}

/** @param fresh uses a new connection instead of a kept-alive one. */
async function once(
  agents: WorkerAgents,
  endpoint: WorkerEndpoint,
  asked: WorkerRequest,
  fresh: boolean,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = agents.begin(endpoint, asked, fresh)
  const beganMs = performance.now()
  let connected = false
  request.once('socket', (socket) =>
    limitConnect(request, socket, () => {
      connected = true
    }),
  )
  request.once('response', resolve)
  request.on('error', (error) => reject(new WorkerFault(connected ? 'lost' : 'unreachable', error)))
  request.end(asked.body ?? undefined)
  try {
    return await promise
  } catch (error) {
    asked.signal.throwIfAborted()
    // The worker may have closed an idle connection just when it was reused for this call; that shows immediately.
    const atOnce = performance.now() - beganMs < workerCallLimits.connectTimeoutMs
    if (request.reusedSocket && atOnce && !fresh) return await once(agents, endpoint, asked, true)
    throw error
  }
}

/**
 * Makes the call.
 * @returns the answer as soon as its head has arrived; the caller reads the body.
 * @throws WorkerFault when the worker does not answer; the reason of the signal.
 */
export const callWorker = (
  agents: WorkerAgents,
  endpoint: WorkerEndpoint,
  asked: WorkerRequest,
): Promise<IncomingMessage> => once(agents, endpoint, asked, asked.onlyOnce === true)
