/** The HTTP server around the application: timeouts, faults below HTTP, an orderly end. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { problemBody, problems, type ProblemCode } from '@seine/shared/api/problems.ts'
import { requestIdFrom } from './request-id.ts'

/** A problem for what never reaches the application. */
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
  return { code: 'malformed_request', detail: 'this is no valid HTTP request' }
}

/** Answers what never became a request: headers that are too large or no HTTP at all. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = brokenProblem(error.code)
  const { body, headers } = lowProblem(problem, requestIdFrom(undefined), '')
  const { status, title } = problems[problem.code]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
}

/** Answers a request that HTTP itself forbids to serve. */
function refuse(req: IncomingMessage, res: ServerResponse, problem: LowProblem): void {
  const given = req.headers['x-request-id']
  const requestId = requestIdFrom(typeof given === 'string' ? given : undefined)
  const { body, headers } = lowProblem(problem, requestId, req.url?.split('?')[0] ?? '')
  res.writeHead(problems[problem.code].status, headers).end(req.method === 'HEAD' ? undefined : body)
}

/** Requests of HTTP/1.1 name their host (RFC 9112, section 3.2). */
const requiringHost =
  (handler: RequestListener): RequestListener =>
  (req, res) => {
    if (req.httpVersion === '1.1' && req.headers.host === undefined) {
      refuse(req, res, { code: 'malformed_request', detail: 'the Host header is missing' })
    } else handler(req, res)
  }

/** Binds and resolves once the server listens. @throws the error of the socket, such as EADDRINUSE. */
export async function listen(handler: RequestListener, host: string, port: number): Promise<Server> {
  // Node would refuse a missing Host without a body; `requiringHost` does it as a problem.
  const server = createServer({ requireHostHeader: false }, requiringHost(handler))
  server.keepAliveTimeout = gatewayLimits.keepAliveTimeoutMs
  server.headersTimeout = gatewayLimits.headersTimeoutMs
  server.requestTimeout = gatewayLimits.requestTimeoutMs
  server.on('clientError', refuseBroken)
  server.on('checkExpectation', (req, res) => {
    refuse(req, res, { code: 'expectation_failed', detail: 'the only expectation served is `100-continue`' })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** Stops accepting and waits for open requests, up to the grace period; then cuts what is left. */
export async function closeServer(server: Server, graceMs: number = gatewayLimits.shutdownGraceMs): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  // A connection kept alive becomes idle only when its open request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), gatewayLimits.shutdownIdleCheckMs)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
