/** A website for one lab: answers by rule and records every request with its answer. */
import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LabAnswer {
  status: number
  headers?: OutgoingHttpHeaders
  body?: string
  /** Delay of the answer, milliseconds. */
  delayMs?: number
}

export interface LabRequest {
  /** Path and query. */
  path: string
  status: number
  /** Arrival, by `performance.now()`. */
  atMs: number
}

export interface LabSite {
  /** Start page. */
  url: string
  requests: LabRequest[]
  /** Returns the highest number of concurrent requests. */
  inFlightMax(): number
  close(): Promise<void>
}

/** Returns an HTML page as an answer. */
export const htmlAnswer = (body: string): LabAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})

export const notFound: LabAnswer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'No such page\n' }

/** Starts the site on a free port of 127.0.0.1. @param answer the rule; called once per request. */
export async function startLabSite(answer: (path: string) => LabAnswer): Promise<LabSite> {
  const requests: LabRequest[] = []
  let open = 0
  let inFlightMax = 0
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const path = request.url ?? '/'
    const { status, headers = {}, body = '', delayMs = 0 } = answer(path)
    requests.push({ path, status, atMs: performance.now() })
    open += 1
    inFlightMax = Math.max(inFlightMax, open)
    response.once('close', () => {
      open -= 1
    })
    setTimeout(() => response.writeHead(status, headers).end(body), delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    inFlightMax: () => inFlightMax,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
