/** What every page gets before it navigates: answers to dialogs, a viewport, no downloads. */
import type { Dialog, Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'

/**
 * Answers a dialog: "leave this page?" with yes, everything else with cancel. A dialog that is left
 * open blocks the page, and every page that shares its process.
 */
function answerDialog(dialog: Dialog): void {
  const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
  // The page may close or answer by itself meanwhile.
  answered.catch(() => {})
}

/** Answers the dialogs of a page and of all popups it opens. */
function answerDialogs(page: Page): void {
  page.on('dialog', answerDialog)
  page.on('popup', (popup) => {
    if (popup !== null) answerDialogs(popup)
  })
}

/**
 * Prepares a page that has just been opened.
 * @param page at about:blank.
 * @returns when the browser has taken over the settings.
 */
export async function setUpPage(page: Page): Promise<void> {
  answerDialogs(page)
  const { viewportWidthPx: width, viewportHeightPx: height } = renderLimits
  await page.setViewport({ width, height, deviceScaleFactor: 1 })
}
