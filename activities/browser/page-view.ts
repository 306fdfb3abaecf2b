/** Loads one page in a browser, for the page path of this process or for a call of another process. */
import type { BrowserPageOptions, BrowserSession, RenderRequest } from '@seine/shared/tasks/browser-page.ts'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { OnExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { EgressErrorCode, RedirectHop } from '@seine/shared/egress/connections/egress-error.ts'
import { BrowserUnavailableError, type BrowserView } from '@seine/shared/pages/page.ts'
import { budgetSpent, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { unwatched, type LoadWatch } from '@seine/shared/pages/load-watch.ts'
import { unseenView } from '@seine/shared/pages/unseen-view.ts'
import { messageTooLarge } from './attempt-fault.ts'
import { attemptWarnings, pageAttempt } from './attempt-report.ts'
import type { AttemptResult } from './attempt-result.ts'
import { climb, type Climb, type ClimbPorts } from './climb.ts'
import { noBrowserReason } from './no-browser.ts'
import type { RecordedRequest } from './recorder/messages/model.ts'
import { handOver } from './report/hand-over.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'

/** A page to load in a slot that has been taken. */
export interface ViewRequest {
  url: string
  page: BrowserPageOptions
  want: RenderRequest
  /** Null or absent = no session. */
  session?: BrowserSession | null
  /** End of the page's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  /** How long the page has waited for its slot, milliseconds. */
  queueMs: number
  signal: AbortSignal
  /** Observes the waits for the site. */
  watch?: LoadWatch
  /** Called with the traffic of the page; null or absent = it is not recorded. */
  onExchange?: OnExchange | null
}

/** A view, and a promise for the end of the browser's work on the page. */
export interface LoadedView {
  view: BrowserView
  /** Never rejects. */
  closed: Promise<void>
}

/**
 * Loads one page.
 * @returns the view, also of a page that failed; faults of a page never make it throw.
 * @throws BrowserUnavailableError; the abort reason of the signal; internal errors.
 */
export async function loadView(request: ViewRequest, ports: ClimbPorts): Promise<LoadedView> {
  const { url, page, want, session = null, deadlineMs, signal, watch = unwatched, onExchange = null } = request
  const bodies = onExchange === null ? 'none' : 'all'
  const bounds = onExchange === null ? ports.bounds : { ...ports.bounds, ...recordedBounds(ports) }
  try {
    const recorded =
      onExchange === null
        ? {}
        : { onAttempt: async ({ recording }: AttemptResult) => await handOver(recording, onExchange) }
    const climbing = { url, page, bodies, want, session, deadlineMs, signal, watch, ...recorded } as const
    const climbed = await climb(climbing, { ...ports, bounds })
    const closed = Promise.all(climbed.attempts.map((attempt) => attempt.closed)).then(() => undefined)
    return { view: viewOf(request, climbed), closed }
  } catch (error) {
    const reason = noBrowserReason(error)
    throw reason === null ? error : new BrowserUnavailableError(reason.code, reason.message)
  }
}

/** Bounds of bodies that are kept for an archive. */
const recordedBounds = ({ recordedBodyMaxBytes = Infinity }: ClimbPorts) => ({
  responseBodyMaxBytes: Math.min(recordedBodyMaxBytes, wireLimits.pageBodyMaxBytes),
  bodiesMaxBytes: wireLimits.pageBodiesMaxBytes,
})

function viewOf(
  { url, page: { geolocation }, queueMs }: ViewRequest,
  { attempts, budgetSpent: isSpent, session }: Climb,
): BrowserView {
  const deciding = attempts.at(-1)
  if (deciding === undefined) return unseenView(url, budgetSpent)
  return {
    attempts: attempts.map((attempt, at) =>
      pageAttempt(attempt, { index: at + 1, geolocation, queueMs: at === 0 ? queueMs : 0 }),
    ),
    fault: isSpent && deciding.outcome === 'timeout' ? budgetSpent : viewFault(deciding),
    status: deciding.httpStatus,
    finalUrl: deciding.finalUrl,
    headers: flatHeaders(deciding.headers),
    redirects: redirectsOf(deciding.document),
    // For an answer without a body, the browser displays a document of its own.
    html: deciding.document?.decodedBytes === 0 ? null : deciding.html,
    screenshot: deciding.screenshot,
    actions: deciding.actions,
    warnings: attemptWarnings(deciding),
    ...(session === null ? {} : { session }),
  }
}

/** Network errors for which the HTTP lane has a code; any other is reported as `connection_reset`. */
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

/** Returns the fault for an outcome, with the codes of the HTTP lane where both have the same meaning. */
function viewFault(result: AttemptResult): PageFault | null {
  const { outcome, error } = result
  if (outcome === 'success') return null
  const message = error?.message ?? outcome
  if (outcome === 'download' || outcome === 'pdf') return { code: 'unsupported_content_type', message }
  if (outcome === 'network_error') {
    const failure = result.proxy.failureOf(result.finalUrl)
    const known = networkFaults.get(error?.code ?? '') ?? 'connection_reset'
    return { code: failure === null || failure === 'proxy_error' ? known : pageCode(failure), message }
  }
  if (error?.code === messageTooLarge) return { code: error.code, message }
  // Of the codes of a timeout, only this one concerns the page and not its site.
  if (error?.code === 'wait_selector_timeout') return { code: error.code, message }
  return { code: outcome === 'action_failed' ? (error?.code ?? outcome) : pageCode(outcome), message }
}

/** Returns headers in the form of the HTTP client: several values of a name are joined by line feeds. */
function flatHeaders(headers: HeaderMap): Record<string, string> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.join('\n')]),
  )
}

/** Returns the redirects that led to a document. */
function redirectsOf(document: RecordedRequest | null): RedirectHop[] {
  const hops = document?.hops ?? []
  return hops.slice(0, -1).map(({ url, response }, at) => ({
    url,
    status: response?.status ?? 0,
    location: hops[at + 1]!.url,
  }))
}
