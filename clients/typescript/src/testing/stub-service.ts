/** A service that answers by a script, for tests: one handler for each request in turn. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { SeineClient } from '../client.ts'
import type { ClientOptions } from '../transport.ts'

/** A request as it arrived. */
export interface SeenRequest {
  method: string
  /** Path with query. */
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** Answers one request. */
export type StubHandler = (response: ServerResponse, request: SeenRequest) => void | Promise<void>

/** Answers JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): StubHandler =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Answers a problem. */
export const problem = (status: number, code: string, more: Record<string, unknown> = {}): StubHandler =>
  json(status, { status, code, detail: `about ${code}`, request_id: 'req-1', ...more })

/** Breaks the connection. */
export const cut: StubHandler = (response) => void response.destroy()

/** Answers with events and closes the connection. @param text as sent. */
export const events =
  (...text: string[]): StubHandler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of text) response.write(piece)
    response.end()
  }

/**
 * Starts the service; it ends with the test.
 * @param script handlers of the first, second … request; the last one answers all that follow.
 */
export async function stubService(t: TestContext, script: readonly StubHandler[], options: ClientOptions = {}) {
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body }
      const handler = script[Math.min(seen.length, script.length - 1)]
      seen.push(one)
      void handler?.(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close().closeAllConnections())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: new SeineClient({ baseUrl, apiKey: 'key-1', ...options }), seen, server, baseUrl }
}
