/**
 * The HTTP server of a worker: calls in JSON, which require the service token, and probes, which do not. A call is
 * aborted when its caller disconnects.
 */
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { deadlineIn } from './deadline-headers.ts'
import type { ProblemCode } from '../api/schemas/problems.ts'
import { workerCallLimits } from '../config/browser-limits.ts'
import { shutdownLimits } from '../config/process-limits.ts'
import type { Logger } from '../observability/logger.ts'
import { metrics } from '../observability/metrics.ts'
import { withSpanOf } from '../observability/spans.ts'
import { jsonPieces } from './json-pieces.ts'
import type { ProblemReply } from './worker-outcome.ts'
import type { WorkerTls } from './worker-tls.ts'
import { bearsToken } from './service-token.ts'

/** One call whose body has been read. */
export interface Call {
  task: unknown
  /** Id that the caller gave to its own request; null when absent. */
  requestId: string | null
  /** End of the caller's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
}

export interface Answer {
  status: number
  body: object
  headers?: Record<string, string>
}

export interface CallServerOptions {
  host: string
  /** 0: a free port. */
  port: number
  /** Each of them is accepted; empty: no token is required, which is only for loopback. */
  tokens: readonly string[]
  /** Only clients with a certificate of the authority may connect, for probes too; null: not encrypted. @default null */
  tls?: WorkerTls | null
  logger: Logger
  /** Calls by path, all with POST. */
  calls: Readonly<Record<string, (call: Call) => Promise<Answer>>>
  /** Probes by path, all with GET and without a token. */
  probes: Readonly<Record<string, () => Promise<Answer>>>
}

export interface CallServer {
  port: number
  /** Calls in progress, including those whose answer is still being sent. */
  readonly open: number
  /**
   * Answers 503 to new calls from now on. Calls in progress may finish; those that take longer than `graceMs` are
   * aborted and their connections cut, so that their callers try another worker.
   * @returns when the work of all of them has ended, or after a limited time when it does not end.
   */
  drain(graceMs?: number): Promise<void>
  close(): Promise<void>
}

/** Returns the value of a header that must not be repeated. */
const singleHeader = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

const problem = (status: number, error: string, headers: Record<string, string> = {}): Answer => ({
  status,
  body: { error },
  headers,
})

/** Returns the body as JSON, or the answer that describes its problem. */
async function readTask(request: IncomingMessage): Promise<{ task: unknown } | { refusal: Answer }> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > workerCallLimits.bodyMaxBytes) return { refusal: problem(413, 'the task is too large') }
    chunks.push(chunk as Buffer)
  }
  try {
    return { task: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
  } catch {
    return { refusal: problem(400, 'the task is not JSON') }
  }
}

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((bytes, piece) => bytes + piece.length, 0)

/** Callers do not read a longer answer, and a repeated call would give the same answer. */
const tooLarge: ProblemReply & { code: ProblemCode } = {
  kind: 'problem',
  code: 'all_attempts_failed',
  detail: `the result of the page takes more than ${workerCallLimits.responseMaxBytes} bytes`,
  attempts: [],
}

/** Waits until a condition is true, for a limited time. */
async function until(isTrue: () => boolean, mostMs: number): Promise<void> {
  const endsAtMs = performance.now() + mostMs
  while (!isTrue() && performance.now() < endsAtMs) await sleep(shutdownLimits.callsPollMs)
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Creates the server; it takes renewed certificates for connections that are made afterwards. */
function createServer(tls: WorkerTls | null, listener: Listener): Server | HttpsServer {
  if (tls === null) return createHttpServer(listener)
  const server = createHttpsServer({ ...tls.files, requestCert: true, rejectUnauthorized: true }, listener)
  tls.onChange((files) => server.setSecureContext(files))
  return server
}

/** Starts the server. @throws the error of the socket, such as EADDRINUSE. */
export async function startCallServer(options: CallServerOptions): Promise<CallServer> {
  const { tokens, tls = null, logger, calls, probes } = options
  const open = new Set<ServerResponse>()
  /** Calls whose work is in progress, including those whose caller has disconnected. */
  let working = 0
  let draining = false

  const answerCall = async (request: IncomingMessage, response: ServerResponse): Promise<Answer> => {
    const path = request.url?.split('?')[0] ?? ''
    const probe = probes[path]
    if (probe !== undefined) return request.method === 'GET' ? await probe() : problem(405, 'use the method GET')
    const call = calls[path]
    if (call === undefined) return problem(404, 'there is no such call')
    if (request.method !== 'POST') return problem(405, 'use the method POST')
    if (!bearsToken(request.headers.authorization, tokens)) return problem(401, 'the service token is missing or wrong')
    if (draining) return problem(503, 'the worker is shutting down', { 'retry-after': '1' })
    const gone = new AbortController()
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      if (!response.writableFinished) gone.abort(new Error('the caller disconnected'))
    })
    const read = await readTask(request)
    if ('refusal' in read) return read.refusal
    working += 1
    const startedMs = performance.now()
    try {
      const taskCall = {
        task: read.task,
        requestId: singleHeader(request.headers['x-request-id']),
        deadlineMs: deadlineIn(request.headers),
        signal: gone.signal,
      }
      const attributes = { 'http.route': path, 'seine.request_id': taskCall.requestId ?? '' }
      const answer = await withSpanOf(
        singleHeader(request.headers['traceparent']),
        path,
        { attributes },
        async (span) => {
          const given = await call(taskCall)
          span.setAttribute('http.response.status_code', given.status)
          return given
        },
      )
      metrics.calls.inc({ call: path, status: String(answer.status) })
      const ms = Math.round(performance.now() - startedMs)
      logger.info({ requestId: singleHeader(request.headers['x-request-id']), path, status: answer.status, ms }, 'call')
      return answer
    } catch (error) {
      metrics.calls.inc({ call: path, status: gone.signal.aborted ? 'gone' : '500' })
      throw error
    } finally {
      metrics.callSeconds.observe({ call: path }, (performance.now() - startedMs) / 1_000)
      working -= 1
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerCall(request, response).catch((error: unknown) => {
      const requestId = singleHeader(request.headers['x-request-id'])
      if (!response.destroyed) logger.error({ err: error, path: request.url, requestId }, 'a call failed')
      return problem(500, 'an unexpected fault; the log of the worker has the details')
    })
    const written = await jsonPieces(answer.body)
    if (response.destroyed) return
    const isTooLarge = sizeOf(written) > workerCallLimits.responseMaxBytes
    if (isTooLarge) logger.warn({ path: request.url, bytes: sizeOf(written) }, 'an answer is too large')
    const pieces = isTooLarge ? await jsonPieces(tooLarge) : written
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': sizeOf(pieces),
      ...answer.headers,
    })
    for (const piece of pieces) response.write(piece)
    response.end()
  }

  const sockets = new Set<Socket>()
  const server = createServer(tls, (request, response) => void serve(request, response))
  // Before the handshake of TLS, a connection is not among those that the server knows.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.requestTimeout = workerCallLimits.requestTimeoutMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return open.size
    },
    async drain(graceMs = shutdownLimits.callsGraceMs) {
      draining = true
      await until(() => open.size === 0, graceMs)
      for (const response of open) response.destroy()
      await until(() => working === 0, shutdownLimits.callsEndMs)
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
