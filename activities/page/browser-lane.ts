/** The browser lane: the page as a browser has it after its scripts have run. */
import type { BrowserPageOptions, RenderWish } from '@seine/shared/api/browser-page.ts'
import type { RedirectHop } from '@seine/shared/egress/contract.ts'
import { failLast, type LaneAnswer, type LaneRequest, type LoadedPage } from './lane.ts'
import type { PageFault } from './page-faults.ts'
import type { AttemptOutcome, AttemptRecord } from './slice-shapes.ts'

/** A page that a browser has loaded, or tried to. */
export interface BrowserView {
  attempts: AttemptRecord[]
  /** Null when the last attempt succeeded. */
  fault: PageFault | null
  /** Null without a response. */
  status: number | null
  finalUrl: string
  headers: Record<string, string>
  redirects: RedirectHop[]
  /** The document, serialised; null with a fault, and where the answer brought none. */
  html: { text: string; url: string; truncated: boolean } | null
  /** PNG. */
  screenshot: Uint8Array | null
}

/** A browser for pages of jobs. */
export interface PageBrowser {
  /**
   * Loads one page, waiting for a slot first.
   * @throws the reason of `signal`; whatever says that this process has no browser at all.
   */
  view(url: string, page: BrowserPageOptions, want: RenderWish, signal: AbortSignal): Promise<BrowserView>
}

const screenshotKinds = { screenshot: 'viewport', screenshot_full_page: 'full_page' } as const

/** What a browser wraps in a document of its own. */
const notText = /^(?:image|audio|video|font)\//

/** Outcomes of attempts whose answer is of no use; any other such answer is an `http_error`. */
const outcomes: Readonly<Record<string, AttemptOutcome>> = { empty: 'empty', unsupported_content_type: 'empty' }

/** Statuses by which a host asks for rest, whoever in front of it gave them. */
const throttles = new Set([429, 503])

/**
 * Loads one page in a browser.
 * @returns what came of it; pages never make it throw.
 * @throws what the browser throws.
 */
export async function renderInBrowser(
  request: LaneRequest,
  page: BrowserPageOptions,
  browser: PageBrowser,
): Promise<LoadedPage> {
  const screenshot = request.screenshot === null ? 'none' : screenshotKinds[request.screenshot]
  const view = await browser.view(request.url, page, { html: true, screenshot }, request.signal)
  const { redirects } = view
  const answer = answerOf(view)
  const fault = await faultOf(request, view)
  if (fault !== null || view.html === null) {
    const missing: PageFault = { code: 'empty', message: `the site answered ${view.status} without a document` }
    const reason = fault ?? missing
    const attempts = failLast(view.attempts, reason, outcomes[reason.code] ?? 'http_error')
    return { answer, content: null, screenshot: null, fault: reason, attempts, redirects }
  }
  const bytes = new TextEncoder().encode(view.html.text)
  // Whatever the document came in, a browser has made text of it.
  const url = /^https?:/.test(view.html.url) ? view.html.url : view.finalUrl
  const content = { bytes, contentType: 'text/html; charset=utf-8', url }
  return { answer, content, screenshot: view.screenshot, fault: null, attempts: view.attempts, redirects }
}

function answerOf({ status, finalUrl, headers, html }: BrowserView): LaneAnswer | null {
  return status === null ? null : { finalUrl, status, headers, truncated: html?.truncated ?? false }
}

async function faultOf(request: LaneRequest, view: BrowserView): Promise<PageFault | null> {
  // What is no page of the job is none, whatever was found there.
  const refusal = await refusalOf(request, view)
  if (refusal !== null) return refusal
  const { status } = view
  const httpFault: PageFault = { code: 'http_status', message: `the site answered ${status}` }
  if (status !== null && throttles.has(status)) return httpFault
  if (view.fault?.code === 'blocked') return view.fault
  // On an error page there is nothing to wait for and nothing to act on.
  if (status !== null && status >= 400) return httpFault
  if (view.fault !== null) return view.fault
  const mediaType = (view.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (!notText.test(mediaType)) return null
  return { code: 'unsupported_content_type', message: `no extractor reads ${mediaType}` }
}

/** Why the page may not be where it was sent: by the site, hop by hop, and at last by itself. */
async function refusalOf({ url, judgeRedirect }: LaneRequest, view: BrowserView): Promise<PageFault | null> {
  let at = new URL(url).href
  for (const next of [...view.redirects.map(({ location }) => location), view.finalUrl].map((to) => URL.parse(to))) {
    if (next === null || next.href === at) continue
    at = next.href
    const refusal = await judgeRedirect(next)
    if (refusal !== null) return refusal
  }
  return null
}
