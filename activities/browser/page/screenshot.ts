/** Pictures of a page, by the protocol itself: each command is waited for by the clock and none after it. */
import type { CDPSession, Page, Protocol } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import { awaitFonts, loadLazyImages } from './lazy-images.ts'
import { pinElements } from './sticky-headers.ts'

const { viewportWidthPx, viewportHeightPx, screenshotMaxHeightPx, screenshotTimeoutMs } = renderLimits

async function capture(
  session: CDPSession,
  clock: AttemptClock,
  options: Protocol.Page.CaptureScreenshotRequest,
): Promise<Uint8Array> {
  const shot = session.send('Page.captureScreenshot', { format: 'png', ...options })
  const { data } = await clock.step(shot, screenshotTimeoutMs)
  return Buffer.from(data, 'base64')
}

/** A picture of a page. */
export interface Screenshot {
  png: Uint8Array
  /** The page goes on below the picture. */
  truncated: boolean
}

/** The part of the page a picture of all of it shows: its full height, up to the limit. */
async function fullArea(
  session: CDPSession,
  clock: AttemptClock,
): Promise<{ clip: Protocol.Page.Viewport; truncated: boolean }> {
  const { cssContentSize } = await clock.step(session.send('Page.getLayoutMetrics'), screenshotTimeoutMs)
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
    // A page that does not answer is pictured as it is.
    if (!(error instanceof StepTimeoutError)) throw error
  }
  const { clip, truncated } = await fullArea(session, clock)
  const png = await capture(session, clock, { captureBeyondViewport: true, clip })
  await letGo?.().catch(() => {})
  return { png, truncated }
}

/**
 * Takes a PNG of a page as it is, fonts awaited.
 * @param kind `viewport` = what is on screen; `full_page` = the page from top to bottom, up to
 * `screenshotMaxHeightPx`, lazy pictures loaded, fixed and sticky elements pinned. The page is left
 * scrolled to its top.
 * @throws StepTimeoutError when the browser does not answer, AttemptEndedError when the attempt ends.
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
    // Not awaited: a page that is stuck must not hold up its closing.
    session.detach().catch(() => {})
  }
}
