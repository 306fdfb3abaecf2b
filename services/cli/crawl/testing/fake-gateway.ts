/** A gateway and object store in one real HTTP server, with a scripted job. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers of the fake gateway. */
export interface GatewayScript {
  /** Bodies of `GET /crawl/{id}` in turn; the last one repeats. `LINK:name` stands for a download link. */
  statuses: Record<string, unknown>[]
  /** Used instead of `statuses` once the job was cancelled. */
  afterCancel?: Record<string, unknown>[]
  /** Archives by name. */
  objects?: Record<string, Buffer>
  /** Answer to `POST /crawl` in place of 202. */
  refusal?: { status: number; body: unknown }
  /** Pages of the job while it runs, by its route of pages; without them there is no such route. */
  livePages?: Record<string, unknown>[]
  /** Number of requests after the start that are answered with 503. */
  unavailable?: number
}

/** A running fake gateway. */
export interface FakeGateway {
  url: string
  /** `METHOD path` of every request, in order. */
  requests: string[]
  /** Parsed bodies of `POST /crawl`. */
  submitted: unknown[]
  close(): void
}

const jobId = 'crawl-00000000-0000-4000-8000-000000000001'

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const next = (bodies: Record<string, unknown>[]): unknown => (bodies.length > 1 ? bodies.shift() : bodies[0])

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Starts a fake gateway on a free port; every request except downloads needs the key `test-key`. */
export async function startFakeGateway(script: GatewayScript): Promise<FakeGateway> {
  const requests: string[] = []
  const submitted: unknown[] = []
  let url = ''
  let bodies = [...script.statuses]
  let unavailable = script.unavailable ?? 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request
    requests.push(`${method} ${path}`)
    const object = path.startsWith('/objects/') ? script.objects?.[path.slice('/objects/'.length)] : undefined
    if (object !== undefined) response.writeHead(200, { 'content-length': object.length }).end(object)
    else if (request.headers.authorization !== 'Bearer test-key') send(response, 401, { code: 'unauthorized' })
    else if (method === 'POST' && path === '/crawl') {
      submitted.push(JSON.parse(await textOf(request)))
      if (script.refusal !== undefined) send(response, script.refusal.status, script.refusal.body)
      else send(response, 202, { success: true, id: jobId, url: `/crawl/${jobId}` })
    } else if (script.livePages !== undefined && path.startsWith(`/crawl/${jobId}/pages`)) {
      const data = path.includes('cursor=') ? [] : script.livePages
      send(response, 200, { data, next_cursor: 'behind', complete: false })
    } else if (path !== `/crawl/${jobId}`) send(response, 404, { code: 'not_found', detail: 'no such job' })
    else if (unavailable > 0) {
      unavailable -= 1
      send(response, 503, { code: 'workflow_service_unavailable', detail: 'the workflow service does not answer' })
    } else if (method === 'DELETE') {
      bodies = [...(script.afterCancel ?? bodies)]
      send(response, 200, { success: true, id: jobId, status: 'cancelled' })
    } else {
      const body = JSON.stringify(next(bodies)).replaceAll('LINK:', `${url}/objects/`)
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, submitted, close: () => server.close().closeAllConnections() }
}
