/** Prepares every page before it navigates: answers its dialogs. The viewport is set by the browser. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttachedTarget } from '../recorder/contract.ts'

/** Accepts "Leave this page?" and cancels every other dialog. */
const isAccepted = (dialogType: string): boolean => dialogType === 'beforeunload'

/** Limits the dialogs that are answered: a page that opens them in a loop stays blocked at one of them. */
function dialogBudget(): () => boolean {
  let left = renderLimits.dialogsMax
  return () => {
    left -= 1
    return left >= 0
  }
}

/**
 * Answers the dialogs of a popup. Call it before the popup runs; it sends commands without awaiting them. A dialog
 * that stays open blocks the popup and the page in the same process, and a dialog that opens before a session
 * listens is never reported, so Puppeteer's own events come too late for popups.
 */
export function answerPopupDialogs({ session, type }: AttachedTarget): void {
  if (type !== 'popup') return
  const mayAnswer = dialogBudget()
  session.on('Page.javascriptDialogOpening', (dialog) => {
    if (!mayAnswer()) return
    session.send('Page.handleJavaScriptDialog', { accept: isAccepted(dialog.type) }).catch(() => {})
  })
  session.send('Page.enable').catch(() => {})
}

/** Prepares a page that has just been opened. */
export function setUpPage(page: Page): void {
  const mayAnswer = dialogBudget()
  page.on('dialog', (dialog) => {
    if (!mayAnswer()) return
    const answered = isAccepted(dialog.type()) ? dialog.accept() : dialog.dismiss()
    // The page may close meanwhile.
    answered.catch(() => {})
  })
}
