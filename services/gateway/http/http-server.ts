/** The HTTP server around the application: timeouts, errors below HTTP, graceful shutdown. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { problemBody, problems, type ProblemCode } from '@seine/shared/api/schemas/problems.ts'
import { requestIdFrom } from './request-id.ts'

/** A problem of a request that never reaches the application. */
interface LowProblem {
  code: ProblemCode
  detail: string
}

function lowProblem(
  { code, detail }: LowProblem,
  requestId: string,
  instance: string,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(problemBody(code, { detail, instance, requestId }))
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  return { body, headers }
}

function brokenProblem(code: string | undefined): LowProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return { code: 'headers_too_large', detail: 'the request headers are too large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'request_timeout', detail: 'the request did not arrive in time' }
  }
  return { code: 'malformed_request', detail: 'this is not a valid HTTP request' }
}

/** Writes a response to a bare socket. */
function endWith(socket: Duplex, problem: LowProblem, more: Record<string, string> = {}): void {
  const { body, headers } = lowProblem(problem, requestIdFrom(undefined), '')
  const { status, title } = problems[problem.code]
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
}

/** The newest response on each connection. */
type NewestAnswers = WeakMap<Duplex, ServerResponse>

/** Returns true when a connection can carry no further response: its last one has begun. */
function isLastBegun(answer: ServerResponse | undefined): boolean {
  if (answer === undefined || !answer.headersSent) return false
  return !answer.writableFinished || answer.getHeader('connection') === 'close'
}

/** Answers input that is not a valid request: headers that are too large, or no HTTP at all. */
const refuseBroken =
  (answers: NewestAnswers) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (isLastBegun(answers.get(socket))) socket.end()
    else endWith(socket, brokenProblem(error.code))
  }

/** Answers a request that HTTP forbids serving. */
function refuse(req: IncomingMessage, res: ServerResponse, problem: LowProblem): void {
  const given = req.headers['x-request-id']
  const requestId = requestIdFrom(typeof given === 'string' ? given : undefined)
  const { body, headers } = lowProblem(problem, requestId, req.url?.split('?')[0] ?? '')
  res.writeHead(problems[problem.code].status, headers).end(req.method === 'HEAD' ? undefined : body)
}

/** Headers that must not be repeated: with two values it would be arbitrary which one is used. */
const singleHeaders = new Set(['host', 'authorization', 'x-api-key', 'content-type', 'content-encoding'])

function repeatedHeader(rawHeaders: readonly string[]): string | null {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (!singleHeaders.has(name)) continue
    if (seen.has(name)) return name
    seen.add(name)
  }
  return null
}

const malformed = (detail: string): LowProblem => ({ code: 'malformed_request', detail })

/**
 * Returns what is wrong with the headers of a request (RFC 9112, section 3.2; RFC 9110, section 5.3); null when nothing
 * is.
 */
function headerProblem({ httpVersion, headers, rawHeaders }: IncomingMessage): LowProblem | null {
  if (httpVersion === '1.1' && headers.host === undefined) return malformed('the Host header is missing')
  const repeated = repeatedHeader(rawHeaders)
  return repeated === null ? null : malformed(`the header \`${repeated}\` is given twice`)
}

const withSoundHeaders =
  (handler: RequestListener, answers: NewestAnswers): RequestListener =>
  (req, res) => {
    answers.set(req.socket, res)
    const problem = headerProblem(req)
    if (problem === null) handler(req, res)
    else refuse(req, res, problem)
  }

/** Serves connections that change to another protocol. */
export interface UpgradeHandler {
  /** Returns true for requests that may change the protocol; all others are served as HTTP. */
  accepts(req: IncomingMessage): boolean
  /** Takes over the connection of such a request. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

const noUpgrades: UpgradeHandler = { accepts: () => false, upgrade: (_req, socket) => socket.destroy() }

/** Binds and resolves once the server listens. @throws the error of the socket, such as EADDRINUSE. */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  upgrades: UpgradeHandler = noUpgrades,
): Promise<Server> {
  const answers: NewestAnswers = new WeakMap()
  const options: ServerOptions = {
    // Node.js would refuse a missing Host header without a body; `headerProblem` answers with a problem.
    requireHostHeader: false,
    shouldUpgradeCallback: (req) => headerProblem(req) === null && upgrades.accepts(req),
  }
  const server = createServer(options, withSoundHeaders(handler, answers))
  server.on('upgrade', (req, socket, head) => upgrades.upgrade(req, socket, head))
  server.keepAliveTimeout = gatewayLimits.keepAliveTimeoutMs
  server.headersTimeout = gatewayLimits.headersTimeoutMs
  server.requestTimeout = gatewayLimits.requestTimeoutMs
  server.on('clientError', refuseBroken(answers))
  server.on('connect', (_req, socket) => {
    const allowed = 'GET, HEAD, POST, DELETE'
    // The server no longer tracks this connection: a client that keeps its side open would hold up a shutdown.
    socket.once('finish', () => socket.destroy())
    endWith(socket, { code: 'method_not_allowed', detail: 'this server is not a proxy' }, { Allow: allowed })
  })
  server.on('checkExpectation', (req, res) => {
    refuse(req, res, { code: 'expectation_failed', detail: 'the only supported expectation is `100-continue`' })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

export interface CloseOptions {
  /** How long open requests may take, milliseconds. @default the grace period of all processes */
  graceMs?: number
  /** Called when the grace period ends; makes calls that still wait fail. */
  giveUp?: () => void
}

/**
 * Stops accepting and waits for open requests up to the grace period; then calls `giveUp`, and finally closes the
 * remaining connections.
 */
export async function closeServer(
  server: Server,
  { graceMs = shutdownLimits.callsGraceMs, giveUp = () => undefined }: CloseOptions = {},
): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  // A kept-alive connection becomes idle only after its open request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), shutdownLimits.callsPollMs)
  const over = setTimeout(giveUp, graceMs)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs + shutdownLimits.callsEndMs)
  await closed
  clearInterval(idle)
  clearTimeout(over)
  clearTimeout(cut)
}
