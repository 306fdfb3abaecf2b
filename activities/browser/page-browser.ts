/** The browser lane of jobs: pages of slices, each in a slot of the pool like every other caller. */
import type { BrowserPageOptions, RenderWish } from '@seine/shared/api/browser-page.ts'
import { jobPageLimits } from '@seine/shared/config/browser-limits.ts'
import type { EgressErrorCode, RedirectHop } from '@seine/shared/egress/contract.ts'
import { ProxyNotConfiguredError } from '@seine/shared/egress/proxy-routes.ts'
import type { BrowserView, PageBrowser } from '../page/browser-lane.ts'
import type { PageFault } from '../page/page-faults.ts'
import type { AttemptRecord } from '../page/slice-shapes.ts'
import { strategyOf, succeeded } from './attempt-report.ts'
import type { AttemptResult } from './attempt-result.ts'
import { climb, type ClimbPorts } from './climb.ts'
import type { BrowserPool } from './pool/contract.ts'
import type { HeaderMap, RecordedRequest } from './recorder/model.ts'

export interface PageBrowserPorts extends ClimbPorts {
  pool: BrowserPool
}

/** Makes the browser that slices use. */
export function createPageBrowser(ports: PageBrowserPorts): PageBrowser {
  return {
    async view(url, page, want, signal) {
      // A job waits for its slot as long as the slice may.
      const release = await ports.pool.slots.take('job', Number.POSITIVE_INFINITY, signal)
      try {
        return await viewInSlot(url, page, want, signal, ports)
      } finally {
        release()
      }
    },
  }
}

async function viewInSlot(
  url: string,
  page: BrowserPageOptions,
  want: RenderWish,
  signal: AbortSignal,
  ports: ClimbPorts,
): Promise<BrowserView> {
  const deadlineMs = Date.now() + page.timeoutMs + page.waitMs + jobPageLimits.ladderExtraMs
  try {
    const { attempts } = await climb({ url, page, bodies: 'none', want, deadlineMs, signal }, ports)
    await Promise.all(attempts.map(({ closed }) => closed))
    const deciding = attempts.at(-1)
    if (deciding === undefined) return failedView(url, { code: 'timeout', message: 'there was no time for an attempt' })
    return viewOf(deciding, attempts)
  } catch (error) {
    if (error instanceof ProxyNotConfiguredError) {
      return failedView(url, { code: 'proxy_not_configured', message: error.message })
    }
    throw error
  }
}

const failedView = (finalUrl: string, fault: PageFault): BrowserView => ({
  attempts: [],
  fault,
  status: null,
  finalUrl,
  headers: {},
  redirects: [],
  html: null,
  screenshot: null,
})

function viewOf(deciding: AttemptResult, attempts: readonly AttemptResult[]): BrowserView {
  const standing = mainDocumentOf(deciding)
  return {
    attempts: attempts.map(recordOf),
    fault: faultOf(deciding),
    status: deciding.httpStatus,
    finalUrl: deciding.finalUrl,
    headers: flatHeaders(deciding.headers),
    redirects: redirectsOf(standing),
    // What the browser shows for an answer without a body is its own.
    html: standing?.decodedBytes === 0 ? null : deciding.html,
    screenshot: deciding.screenshot,
  }
}

/** Network errors the HTTP lane has a code for; any other is a connection that came to nothing. */
const networkFaults = new Map<string, EgressErrorCode>([
  ['too_many_redirects', 'too_many_redirects'],
  ['ERR_TOO_MANY_REDIRECTS', 'too_many_redirects'],
  ['byte_limit', 'body_too_large'],
  ['ERR_CONTENT_DECODING_FAILED', 'decode_error'],
  ['ERR_INVALID_CHUNKED_ENCODING', 'invalid_response'],
  ['ERR_INVALID_HTTP_RESPONSE', 'invalid_response'],
  ['ERR_INVALID_REDIRECT', 'invalid_response'],
  ['ERR_RESPONSE_HEADERS_TOO_BIG', 'invalid_response'],
  ['ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH', 'invalid_response'],
  ['ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION', 'invalid_response'],
])

/** The outcome as a fault, in the codes that the HTTP lane has where both mean the same. */
function faultOf(result: AttemptResult): PageFault | null {
  const { outcome, error } = result
  if (outcome === 'success') return null
  const message = error?.message ?? outcome
  if (outcome === 'download' || outcome === 'pdf') return { code: 'unsupported_content_type', message }
  if (outcome === 'network_error') {
    const failure = result.proxy.failureOf(result.finalUrl)
    const known = networkFaults.get(error?.code ?? '') ?? 'connection_reset'
    return { code: failure === null || failure === 'proxy_error' ? known : failure, message }
  }
  // Of the ends of its time only one is about the page and not about its site.
  if (error?.code === 'wait_selector_timeout') return { code: error.code, message }
  return { code: outcome === 'action_failed' ? (error?.code ?? outcome) : outcome, message }
}

const recordOf = (result: AttemptResult, at: number): AttemptRecord => ({
  index: at + 1,
  strategy: strategyOf(result.rung.tier),
  engine: result.rung.engine,
  proxy_tier: result.rung.tier,
  started_at: new Date(result.startedAtMs).toISOString(),
  elapsed_ms: Math.round(result.elapsedMs),
  http_status: result.httpStatus,
  success: succeeded(result),
  outcome: result.outcome,
  error: result.error,
  bytes_received: result.proxy.bytesReceived,
  requests_total: result.recording.requests.length + result.recording.requestsDropped,
  ...(result.blockedBy === null ? {} : { blocked_by: result.blockedBy }),
})

/** As the HTTP client gives them: lists of cookies joined by line feeds. */
function flatHeaders(headers: HeaderMap): Record<string, string> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.join('\n')]),
  )
}

/** The request of the document that stands in the main frame. */
const mainDocumentOf = ({ recording, finalUrl }: AttemptResult): RecordedRequest | undefined =>
  recording.requests.findLast(
    ({ isMainFrame, isNavigation, targetType, hops }) =>
      isMainFrame && isNavigation && targetType === 'page' && hops.at(-1)?.url === finalUrl,
  )

/** Redirects on the way to a document. */
function redirectsOf(document: RecordedRequest | undefined): RedirectHop[] {
  const hops = document?.hops ?? []
  return hops.slice(0, -1).map(({ url, response }, at) => ({
    url,
    status: response?.status ?? 0,
    location: hops[at + 1]!.url,
  }))
}
