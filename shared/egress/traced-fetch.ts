/** Records outgoing exchanges as spans of the current trace, with hosts but never with URLs. */
import { SpanKind, withSpan } from '../observability/spans.ts'
import { type EgressClient } from './connections/contract.ts'
import { EgressError } from './connections/egress-error.ts'

/** Wraps a fetch so that each exchange is a span. */
export function tracedFetch(fetch: EgressClient['fetch']): EgressClient['fetch'] {
  return async (request) => {
    const method = request.method ?? 'GET'
    return await withSpan(method, { kind: SpanKind.CLIENT }, async (span) => {
      if (span === null) return await fetch(request)
      span.setAttributes({
        'http.request.method': method,
        'server.address': URL.parse(request.url)?.host ?? '',
        'seine.proxied': request.proxy !== undefined,
      })
      try {
        const response = await fetch(request)
        span.setAttributes({
          'http.response.status_code': response.status,
          'seine.redirects': response.redirects.length,
        })
        return response
      } catch (error) {
        if (error instanceof EgressError) span.setAttribute('seine.fault', error.code)
        throw error
      }
    })
  }
}
