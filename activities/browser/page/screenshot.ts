/**
 * Takes screenshots by protocol commands, each awaited with the attempt's clock; no command is left running after
 * it.
 */
import type { CDPSession, Page, Protocol } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import { steadily } from './evaluate.ts'
import { awaitFonts, loadLazyImages } from './lazy-images.ts'
import { pinElements } from './sticky-headers.ts'

const { viewportWidthPx, viewportHeightPx, screenshotMaxHeightPx, screenshotTimeoutMs } = renderLimits

async function capture(
  session: CDPSession,
  clock: AttemptClock,
  options: Protocol.Page.CaptureScreenshotRequest,
): Promise<Uint8Array> {
  const shoot = async () => await session.send('Page.captureScreenshot', { format: 'png', ...options })
  const { data } = await steadily(clock, screenshotTimeoutMs, shoot)
  return Buffer.from(data, 'base64')
}

/** A screenshot of a page. */
export interface Screenshot {
  png: Uint8Array
  /** Whether the page continues below the screenshot. */
  truncated: boolean
}

/** The area of a full-page screenshot: the full height of the page, up to the limit. */
async function fullArea(
  session: CDPSession,
  clock: AttemptClock,
): Promise<{ clip: Protocol.Page.Viewport; truncated: boolean }> {
  const measure = async () => await session.send('Page.getLayoutMetrics')
  const { cssContentSize } = await steadily(clock, screenshotTimeoutMs, measure)
  const height = Math.min(Math.max(Math.ceil(cssContentSize.height), viewportHeightPx), screenshotMaxHeightPx)
  const truncated = cssContentSize.height > screenshotMaxHeightPx
  return { clip: { x: 0, y: 0, width: viewportWidthPx, height, scale: 1 }, truncated }
}

async function captureFullPage(page: Page, session: CDPSession, clock: AttemptClock): Promise<Screenshot> {
  await loadLazyImages(page, clock)
  await awaitFonts(page, clock)
  let letGo: (() => Promise<void>) | null = null
  try {
    letGo = await pinElements(page, clock)
  } catch (error) {
    // A page that does not answer is captured as it is.
    if (!(error instanceof StepTimeoutError)) throw error
  }
  const { clip, truncated } = await fullArea(session, clock)
  const png = await capture(session, clock, { captureBeyondViewport: true, clip })
  await letGo?.().catch(() => {})
  return { png, truncated }
}

/**
 * Takes a PNG screenshot of a page as it is, after waiting for its fonts.
 * @param kind `viewport` = the visible part; `full_page` = from top to bottom, up to `screenshotMaxHeightPx`, with
 *   lazy images loaded, and fixed and sticky elements pinned. The page is left scrolled to its top.
 * @throws StepTimeoutError when the browser does not answer; AttemptEndedError when the attempt ends.
 */
export async function takeScreenshot(
  page: Page,
  kind: 'viewport' | 'full_page',
  clock: AttemptClock,
): Promise<Screenshot> {
  const session = await clock.step(page.createCDPSession(), screenshotTimeoutMs)
  try {
    if (kind === 'full_page') return await captureFullPage(page, session, clock)
    await awaitFonts(page, clock)
    return { png: await capture(session, clock, {}), truncated: false }
  } finally {
    // Not awaited: a page that hangs must not delay its own closing.
    session.detach().catch(() => {})
  }
}
