/** Navigates the page of an attempt and classifies how the navigation ended. */
import type { Page } from 'puppeteer'
import type { BrowserOutcome } from '@seine/shared/tasks/browser-page.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { AttemptEndedError, StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import { unwatched, type LoadWatch } from '@seine/shared/pages/load-watch.ts'
import type { MainDocument, TrafficView } from '../recorder/contract.ts'
import { netErrorIn, outcomeOfNetError } from './net-errors.ts'
import { trafficUntil } from './traffic-until.ts'

/**
 * How a navigation ended. `document`: a document was loaded, whatever its status. After 204 and 205 there is no new
 * document: the page is unchanged, which the status of the main document shows.
 */
export type NavigationEnd = { kind: 'document' } | Ended

type Ended = { kind: 'ended'; outcome: BrowserOutcome; code: string; message: string }

const { responseLagMs } = renderLimits

const ended = (outcome: BrowserOutcome, code: string, message: string): Ended => ({
  kind: 'ended',
  outcome,
  code,
  message,
})

/** Whether a URL may be loaded in the browser: `file:`, `chrome:`, `view-source:` and so on may not. */
export function isWebUrl(url: string): boolean {
  const protocol = URL.parse(url)?.protocol
  return protocol === 'http:' || protocol === 'https:'
}

const isPdf = (document: MainDocument | null): boolean => document?.mimeType === 'application/pdf'

const pdfEnd = (): NavigationEnd => ended('pdf', 'pdf', 'the document is a PDF, which a browser does not render')

/** Classifies an aborted navigation: the browser reports `ERR_ABORTED` for everything it does not display. */
function abortedEnd(document: MainDocument | null, code: string): NavigationEnd {
  const status = document?.status ?? null
  if (document === null || status === null) return ended('network_error', code, `the navigation failed: ${code}`)
  if (status === 204 || status === 205) return { kind: 'document' }
  if (isPdf(document)) return pdfEnd()
  return ended('download', 'download', `the response is a download (${document.mimeType ?? 'unknown type'})`)
}

async function failedEnd(error: Error, traffic: TrafficView, clock: AttemptClock): Promise<NavigationEnd> {
  const code = netErrorIn(error.message)
  if (code === null) {
    // A crash or a lost browser is reported separately in a moment; that is the better description.
    await clock.sleep(responseLagMs)
    return ended('network_error', 'navigation_failed', `the navigation failed: ${error.message}`)
  }
  if (code !== 'ERR_ABORTED' && code !== 'ERR_HTTP_RESPONSE_CODE_FAILURE') {
    return netErrorEnd(code)
  }
  await trafficUntil(traffic, clock, responseLagMs, () => (traffic.mainDocument()?.status ?? null) !== null)
  // An error status without a body: the browser displays its own page instead.
  if (code === 'ERR_HTTP_RESPONSE_CODE_FAILURE' && traffic.mainDocument()?.status != null) return { kind: 'document' }
  return abortedEnd(traffic.mainDocument(), code)
}

const netErrorEnd = (code: string): Ended => ended(outcomeOfNetError(code), code, `the navigation failed: ${code}`)

/** Returns the end of a navigation for which the browser displays its error page. @param document what it requested. */
export function unreachableEnd(document: MainDocument | null): Ended {
  const code = netErrorIn(document?.request.failure?.errorText ?? '')
  if (code !== null) return netErrorEnd(code)
  return ended('network_error', 'navigation_failed', 'the page navigated to a URL that could not be loaded')
}

/** Waits for `load`, for at most `loadCapMs`; a page that goes on loading is no failure. */
async function awaitLoad(loaded: Promise<void>, clock: AttemptClock): Promise<void> {
  try {
    await clock.step(loaded, renderLimits.loadCapMs)
  } catch (error) {
    if (!(error instanceof StepTimeoutError)) throw error
  }
}

/** The page went from document to document before one was parsed. */
class TooManyDocumentsError extends Error {
  override readonly name = 'TooManyDocumentsError'
}

/** Rejects when the main frame requests more than `clientRedirectsMax` documents; never resolves. */
function documentsWithoutEnd(traffic: TrafficView): { promise: Promise<never>; off: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  const keys = new Set<string>()
  const off = traffic.onChange(() => {
    const key = traffic.mainDocument()?.request.key
    if (key !== undefined) keys.add(key)
    if (keys.size > renderLimits.clientRedirectsMax) reject(new TooManyDocumentsError())
  })
  return { promise, off }
}

/**
 * Navigates the page to a URL and waits until its document is parsed and then, for at most `loadCapMs`, until it is
 * loaded.
 * @param options.loadDom false: the first bytes of the document are enough.
 * @param options.watch observes the wait for the site, until the document is parsed.
 * @returns how it ended; a page whose response hangs ends as `timeout` and keeps what it shows.
 * @throws AttemptEndedError when the attempt ends for another reason than its time.
 */
export async function navigate(
  page: Page,
  url: string,
  { loadDom, watch = unwatched }: { loadDom: boolean; watch?: LoadWatch },
  traffic: TrafficView,
  clock: AttemptClock,
): Promise<NavigationEnd> {
  if (!isWebUrl(url)) return ended('unsafe_target', 'unsafe_target', 'only http and https URLs are loaded')
  const { promise: loaded, resolve: onLoad } = Promise.withResolvers<void>()
  const whenLoaded = (): void => onLoad()
  page.once('load', whenLoaded)
  const withoutEnd = documentsWithoutEnd(traffic)
  const wait = watch.waiting()
  const offWait = traffic.onReceived(() => wait.received())
  const parsed = (): void => {
    offWait()
    wait.over()
  }
  try {
    const arrived = page.goto(url, { waitUntil: loadDom ? 'domcontentloaded' : [], timeout: 0 })
    await clock.step(Promise.race([arrived, withoutEnd.promise]))
    parsed()
    if (isPdf(traffic.mainDocument())) return pdfEnd()
    if (page.url().startsWith('chrome-error:')) {
      const newest = traffic.mainDocument()
      // An error status without a body: the full browser displays its own page instead.
      return newest?.status == null ? unreachableEnd(newest) : { kind: 'document' }
    }
    if (!isWebUrl(page.url()) && page.url() !== 'about:blank') {
      return ended('unsafe_target', 'unsafe_target', 'the page navigated to a URL that is neither http nor https')
    }
    if (loadDom) await awaitLoad(loaded, clock)
    return { kind: 'document' }
  } catch (error) {
    if (error instanceof AttemptEndedError) {
      if (error.end !== 'timeout') throw error
      return ended('timeout', 'navigation_timeout', 'the page was not loaded in time')
    }
    if (error instanceof TooManyDocumentsError) {
      return ended('network_error', 'too_many_redirects', 'the page navigated from document to document without end')
    }
    return await failedEnd(error as Error, traffic, clock)
  } finally {
    parsed()
    withoutEnd.off()
    page.off('load', whenLoaded)
  }
}
