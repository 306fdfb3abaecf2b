/** The browser lane: loads a page in a browser and returns it as it is after its scripts have run. */
import { mediaTypeOf } from '@seine/shared/values/media-type.ts'
import { randomUUID } from 'node:crypto'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { isHashRoute } from '@seine/shared/urls/hash-route.ts'
import { withoutFragment } from '@seine/shared/urls/url-identity.ts'
import type { BrowserView, PageBrowser } from '@seine/shared/pages/page.ts'
import { deadlineOf, failLast, type LaneAnswer, type LaneRequest, type LoadedPage } from '@seine/shared/pages/lane.ts'
import { loadWith } from '@seine/shared/pages/load-watch.ts'
import { httpStatusFault, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { asksForPause, overloadStatuses } from '@seine/shared/pages/pause-request.ts'
import { browserSession, keepLeft } from '@seine/shared/pages/page-session.ts'

/** What a browser returned for a page. */
export interface BrowserLoad extends LoadedPage {
  /** Whether HTTP must fetch the document, because the browser shows it in its own viewer or not at all. */
  isForHttp: boolean
}

const screenshotKinds = { screenshot: 'viewport', screenshot_full_page: 'full_page' } as const

/** Media types for which a browser makes a document, but which no extractor reads. */
const unreadable = /^(?:audio|video|font)\//

/** Whether a browser makes an HTML document of the type; when the type is missing, the browser detects it. */
const isPage = (mediaType: string): boolean => /^(?:$|text\/html$|application\/xhtml\+xml$)/.test(mediaType)

/** Outcomes of attempts whose answer is unusable, by fault code; every other fault code is an `http_error`. */
const outcomes: Readonly<Record<string, Attempt['outcome']>> = {
  target_blocked: 'blocked',
  empty: 'empty',
  unsupported_content_type: 'empty',
}

/**
 * Loads one page in a browser. With a session, its state afterwards includes what the page left there.
 * @param proxySession replaces `{session}` in the URLs of proxy providers; without it each page has a random one.
 * @returns what the browser loaded, or the fault; faults of a page never make it throw.
 * @throws the errors of the browser.
 */
export async function renderInBrowser(
  request: LaneRequest,
  browser: PageBrowser,
  proxySession: string = randomUUID(),
): Promise<BrowserLoad> {
  const { url, browser: page, session = null, onExchange = null } = request
  const screenshot = request.screenshot === null ? 'none' : screenshotKinds[request.screenshot]
  const given = session === null ? null : browserSession(session, proxySession)
  const want = { html: true, screenshot } as const
  const view = await loadWith(
    request.stalls,
    request.signal,
    async (signal, watch) => await browser.view(url, page, want, deadlineOf(request), signal, given, watch, onExchange),
  )
  if (session !== null) keepLeft(session, view.session ?? null)
  const { redirects, actions, attempts } = view
  const { status, headers, html } = view
  const finalUrl = finalUrlOf(view)
  const answer = status === null ? null : { finalUrl, status, headers, truncated: html?.truncated ?? false }
  // `truncated` is reported from the answer instead.
  const warnings = view.warnings.filter((warning) => warning !== 'truncated')
  const base = { answer, redirects, actions, warnings, isForHttp: false }
  const failed = (fault: PageFault): BrowserLoad => {
    const failing = failLast(attempts, fault, outcomes[fault.code] ?? 'http_error')
    return { ...base, content: null, screenshot: null, fault, attempts: failing }
  }
  const refusal = (await refusalOf(request, view)) ?? (answer === null ? null : statusFault(request, view, answer))
  if (refusal !== null) return failed(refusal)
  if (isForHttp(request, view)) {
    return { ...base, content: contentOf(view), screenshot: view.screenshot, fault: null, attempts, isForHttp: true }
  }
  if (view.fault !== null) return failed(view.fault)
  const mediaType = mediaTypeOf(view.headers['content-type'])
  if (unreadable.test(mediaType)) {
    return failed({ code: 'unsupported_content_type', message: `no extractor reads ${mediaType}` })
  }
  const content = contentOf(view) ?? contentOfNothing(request, view)
  if (content === null) return failed({ code: 'empty', message: `the site answered ${status} without a document` })
  return { ...base, content, screenshot: view.screenshot, fault: null, attempts }
}

function contentOf({ html, finalUrl }: BrowserView): LoadedPage['content'] {
  if (html === null) return null
  const bytes = new TextEncoder().encode(html.text)
  // The browser has decoded the document into text, whatever its charset was.
  const url = /^https?:/.test(html.url) ? html.url : finalUrl
  return { bytes, contentType: 'text/html; charset=utf-8', url }
}

/**
 * Returns content of zero bytes for an answer that may have no body (204, 205, error statuses), otherwise null; always
 * null with `errorPages: 'fail'`.
 */
function contentOfNothing({ errorPages }: LaneRequest, { status, headers, finalUrl }: BrowserView) {
  const mayBeBare = status !== null && (status === 204 || status === 205 || status >= 400)
  if (errorPages === 'fail' || !mayBeBare) return null
  return { bytes: new Uint8Array(0), contentType: headers['content-type'] ?? null, url: finalUrl }
}

/** Returns the final URL of the page, including a route behind `#`, which HTTP requests do not carry. */
function finalUrlOf({ html, finalUrl }: BrowserView): string {
  const shown = URL.parse(html?.url ?? '')
  if (shown === null || !isHashRoute(shown.hash)) return finalUrl
  return withoutFragment(shown.href) === withoutFragment(finalUrl) ? shown.href : finalUrl
}

/**
 * Returns the fault for the status of the answer. With `errorPages: 'read'` only requests to slow down are
 * faults.
 */
function statusFault({ errorPages }: LaneRequest, view: BrowserView, answer: LaneAnswer): PageFault | null {
  const { status } = answer
  const httpFault = httpStatusFault(status)
  if (errorPages === 'read') {
    return asksForPause(answer) ? (view.fault ?? { code: 'target_blocked', message: httpFault.message }) : null
  }
  // A job stops asking the host for a while, whether the host or a proxy in front of it sent the status.
  if (overloadStatuses.has(status)) return httpFault
  if (view.fault?.code === 'target_blocked') return view.fault
  // Waits and actions have no meaning on an error page: report its status, not their faults.
  return status >= 400 ? httpFault : null
}

/**
 * Whether HTTP must fetch the document: the browser made no HTML page of it, or it is an error page on which a
 * wait or an action failed.
 */
function isForHttp({ errorPages }: LaneRequest, view: BrowserView): boolean {
  const last = view.attempts.at(-1)
  if (last?.outcome === 'download' || last?.outcome === 'pdf') return true
  const { fault, status } = view
  if (status === null) return false
  if (fault !== null) {
    const inVain = fault.code === 'wait_selector_timeout' || last?.outcome === 'action_failed'
    return inVain && errorPages === 'read' && status >= 400
  }
  const mediaType = mediaTypeOf(view.headers['content-type'])
  return !isPage(mediaType) && !unreadable.test(mediaType) && view.html !== null
}

/**
 * Returns why the page may not be at a URL it was led to: by redirects of the site, hop by hop, and then by
 * scripts.
 * @param view where the page was led; a page of the cache has its final URL only.
 * @returns null when it may be there.
 */
export async function refusalOf(
  { url, judgeRedirect }: Pick<LaneRequest, 'url' | 'judgeRedirect'>,
  view: Pick<BrowserView, 'redirects' | 'finalUrl'>,
): Promise<PageFault | null> {
  // Fragments are never sent: a URL that differs only in its fragment is the same place.
  let at = withoutFragment(new URL(url).href)
  for (const next of [...view.redirects.map(({ location }) => location), view.finalUrl].map((to) => URL.parse(to))) {
    if (next === null || withoutFragment(next.href) === at) continue
    at = withoutFragment(next.href)
    const refusal = await judgeRedirect(next)
    if (refusal !== null) return refusal
  }
  return null
}
