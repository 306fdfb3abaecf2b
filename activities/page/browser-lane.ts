/** The browser lane: the page as a browser has it after its scripts have run. */
import type { BrowserPageOptions, RenderWish } from '@seine/shared/api/browser-page.ts'
import type { RedirectHop } from '@seine/shared/egress/contract.ts'
import type { LaneAnswer, LaneRequest, LoadedPage } from './lane.ts'
import type { PageFault } from './page-faults.ts'
import type { AttemptRecord } from './slice-shapes.ts'

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
  /** The document, serialised; null with a fault, and where there is none. */
  html: { text: string; truncated: boolean } | null
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
  const { attempts, redirects } = view
  const answer = answerOf(view)
  const fault = await faultOf(request, view)
  if (fault !== null || view.html === null) {
    const missing: PageFault = { code: 'empty', message: 'the page came to no document' }
    return { answer, content: null, screenshot: null, fault: fault ?? missing, attempts, redirects }
  }
  const bytes = new TextEncoder().encode(view.html.text)
  // Whatever the document came in, a browser has made text of it.
  const content = { bytes, contentType: 'text/html; charset=utf-8' }
  return { answer, content, screenshot: view.screenshot, fault: null, attempts, redirects }
}

function answerOf({ status, finalUrl, headers, html }: BrowserView): LaneAnswer | null {
  return status === null ? null : { finalUrl, status, headers, truncated: html?.truncated ?? false }
}

async function faultOf(request: LaneRequest, view: BrowserView): Promise<PageFault | null> {
  const { status, finalUrl } = view
  const httpFault: PageFault = { code: 'http_status', message: `the site answered ${status}` }
  if (status !== null && throttles.has(status)) return httpFault
  if (view.fault?.code === 'blocked') return view.fault
  // On an error page there is nothing to wait for and nothing to act on.
  if (status !== null && status >= 400) return httpFault
  if (view.fault !== null) return view.fault
  const end = URL.parse(finalUrl)
  if (end === null || end.href === new URL(request.url).href) return null
  return await request.judgeRedirect(end)
}
