/** The HTTP server around the application: timeouts, faults below HTTP, an orderly end. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Duplex } from 'node:stream'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { problemBody, problems, type ProblemCode } from '@seine/shared/api/problems.ts'

/** True for hosts that only this machine reaches. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

function rawProblem(code: ProblemCode, detail: string): string {
  const { status, title } = problems[code]
  const requestId = `req-${randomUUID()}`
  const body = JSON.stringify(problemBody(code, { detail, instance: '', requestId }))
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Answers what never became a request: headers that are too large or no HTTP at all. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    socket.end(rawProblem('headers_too_large', 'the request headers are too large'))
  } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  } else {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  }
}

/** Binds and resolves once the server listens. @throws the error of the socket, such as EADDRINUSE. */
export async function listen(handler: RequestListener, host: string, port: number): Promise<Server> {
  const server = createServer(handler)
  server.keepAliveTimeout = gatewayLimits.keepAliveTimeoutMs
  server.headersTimeout = gatewayLimits.headersTimeoutMs
  server.requestTimeout = gatewayLimits.requestTimeoutMs
  server.on('clientError', refuseBroken)
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
