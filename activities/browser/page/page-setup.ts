/** What every page gets before it navigates: answers to dialogs and a viewport. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttachedTarget } from '../recorder/contract.ts'

/** "Leave this page?" is answered with yes, everything else with cancel. */
const isAccepted = (dialogType: string): boolean => dialogType === 'beforeunload'

/**
 * Answers the dialogs of a popup; to be called before it runs, nothing is awaited. A dialog that is left
 * open blocks the popup and the page that shares its process, and one that opens before a session
 * listens is never heard of, so Puppeteer's own events come too late for popups.
 */
export function answerPopupDialogs({ session, type }: AttachedTarget): void {
  if (type !== 'popup') return
  session.on('Page.javascriptDialogOpening', (dialog) => {
    session.send('Page.handleJavaScriptDialog', { accept: isAccepted(dialog.type) }).catch(() => {})
  })
  session.send('Page.enable').catch(() => {})
}

/**
 * Prepares a page that has just been opened.
 * @param page at about:blank.
 * @returns when the browser has taken over the settings.
 */
export async function setUpPage(page: Page): Promise<void> {
  page.on('dialog', (dialog) => {
    const answered = isAccepted(dialog.type()) ? dialog.accept() : dialog.dismiss()
    // The page may close meanwhile.
    answered.catch(() => {})
  })
  const { viewportWidthPx: width, viewportHeightPx: height } = renderLimits
  await page.setViewport({ width, height, deviceScaleFactor: 1 })
}
