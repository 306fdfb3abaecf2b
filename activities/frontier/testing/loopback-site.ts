/**
 * Test support for discovery: a site on 127.0.0.1 and the client that may fetch from it.
 */
// oxlint-disable-next-line no-restricted-imports -- it serves and makes no outgoing connection
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'

export interface Site {
  /** `http://127.0.0.1:<port>`. */
  origin: string
  /** Requested paths, in order. */
  requests: string[]
  /** Headers of the last request. */
  lastHeaders: IncomingMessage['headers']
}

/** Starts a site that is closed when the test ends. */
export async function startSite(
  context: TestContext,
  handle: (path: string, response: ServerResponse, site: Site) => void,
): Promise<Site> {
  const site: Site = { origin: '', requests: [], lastHeaders: {} }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    site.requests.push(path)
    site.lastHeaders = request.headers
    handle(path, response, site)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  site.origin = `http://127.0.0.1:${port}`
  return site
}

/** A client that may connect to 127.0.0.1 and no other private address; closed when the test ends. */
export function loopbackEgress(context: TestContext): EgressClient {
  const allowList = { allows: (address: string) => address === '127.0.0.1' }
  const client = createEgressClient({ userAgent: 'SeineTest/1.0', allowList })
  context.after(() => client.close())
  return client
}
