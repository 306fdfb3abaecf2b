/** A trace collector: accepts OTLP/HTTP in JSON and keeps what it receives. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received span. */
export interface CollectedSpan {
  service: string
  name: string
  kind: number
  traceId: string
  spanId: string
  /** Empty for the root. */
  parentSpanId: string
  attributes: Record<string, unknown>
}

interface OtlpAttribute {
  key: string
  value: Record<string, unknown>
}

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: OtlpAttribute[] })[] }[]
  }[]
}

export interface TraceCollector {
  /** Value for `SEINE_OTLP_ENDPOINT`. */
  url: string
  spans: CollectedSpan[]
  /** Bodies of whole requests, as text. */
  bodies: string[]
  /** Headers and paths of requests. */
  requests: { path: string; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

const valuesOf = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

function spansOf(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as OtlpRequest
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
      })),
  )
}

/** @param answers false: accepts requests and never answers. */
export async function startTraceCollector({ answers = true } = {}): Promise<TraceCollector> {
  const [spans, bodies, requests]: [CollectedSpan[], string[], TraceCollector['requests']] = [[], [], []]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      requests.push({ path: request.url ?? '', headers: request.headers })
      bodies.push(body)
      spans.push(...spansOf(body))
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
