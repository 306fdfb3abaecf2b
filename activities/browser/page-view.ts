/** One page as a browser has it, for whoever asks: the page path of this process, or a call of another. */
import type { BrowserPageOptions, BrowserSession, RenderWish } from '@seine/shared/tasks/browser-page.ts'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import type { EgressErrorCode, RedirectHop } from '@seine/shared/egress/connections/egress-error.ts'
import { ProxyNotConfiguredError } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { BrowserUnavailableError, type BrowserView } from '@seine/shared/pages/page.ts'
import { budgetSpent, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { unwatched, type LoadWatch } from '@seine/shared/pages/load-watch.ts'
import { unseenView } from '@seine/shared/pages/unseen-view.ts'
import { messageTooLarge } from './attempt-fault.ts'
import { attemptWarnings, pageAttempt } from './attempt-report.ts'
import type { AttemptResult } from './attempt-result.ts'
import { climb, type Climb, type ClimbPorts } from './climb.ts'
import { EngineUnavailableError } from './chromium-process/engine-unavailable.ts'
import type { RecordedRequest } from './recorder/messages/model.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'

/** A page to load in a slot that has been taken. */
export interface ViewRequest {
  url: string
  page: BrowserPageOptions
  want: RenderWish
  /** Null or absent = nobody's. */
  session?: BrowserSession | null
  /** End of the page's budget, epoch milliseconds. */
  deadlineMs: number
  /** How long the page has waited for its slot. */
  queueMs: number
  signal: AbortSignal
  /** Learns when the page waits for its site. */
  watch?: LoadWatch
}

/** A view, and when the browser is done with the page. */
export interface LoadedView {
  view: BrowserView
  /** Never rejects. */
  closed: Promise<void>
}

/**
 * Loads one page.
 * @returns what came of it; pages never make it throw.
 * @throws BrowserUnavailableError, the reason of the signal, and faults of our own.
 */
export async function loadView(request: ViewRequest, ports: ClimbPorts): Promise<LoadedView> {
  const { url, page, want, session = null, deadlineMs, signal, watch = unwatched } = request
  try {
    const climbed = await climb({ url, page, bodies: 'none', want, session, deadlineMs, signal, watch }, ports)
    const closed = Promise.all(climbed.attempts.map((attempt) => attempt.closed)).then(() => undefined)
    return { view: viewOf(request, climbed), closed }
  } catch (error) {
    if (error instanceof ProxyNotConfiguredError) {
      throw new BrowserUnavailableError('proxy_not_configured', error.message)
    }
    if (error instanceof EngineUnavailableError) throw new BrowserUnavailableError('browser_unavailable', error.message)
    throw error
  }
}

function viewOf(
  { url, page: { geolocation }, queueMs }: ViewRequest,
  { attempts, budgetSpent: isSpent, session }: Climb,
): BrowserView {
  const deciding = attempts.at(-1)
  if (deciding === undefined) return unseenView(url, budgetSpent)
  const standing = mainDocumentOf(deciding)
  return {
    attempts: attempts.map((attempt, at) =>
      pageAttempt(attempt, { index: at + 1, geolocation, queueMs: at === 0 ? queueMs : 0 }),
    ),
    fault: isSpent && deciding.outcome === 'timeout' ? budgetSpent : faultOf(deciding),
    status: deciding.httpStatus,
    finalUrl: deciding.finalUrl,
    headers: flatHeaders(deciding.headers),
    redirects: redirectsOf(standing),
    // What the browser shows for an answer without a body is its own.
    html: standing?.decodedBytes === 0 ? null : deciding.html,
    screenshot: deciding.screenshot,
    actions: deciding.actions,
    warnings: attemptWarnings(deciding),
    ...(session === null ? {} : { session }),
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

/** The outcome as a fault, with the codes of the HTTP lane where both mean the same. */
function faultOf(result: AttemptResult): PageFault | null {
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
  // Of the ends of its time only one is about the page and not about its site.
  if (error?.code === 'wait_selector_timeout') return { code: error.code, message }
  return { code: outcome === 'action_failed' ? (error?.code ?? outcome) : pageCode(outcome), message }
}

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
