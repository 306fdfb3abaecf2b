/** What every page gets before it navigates: answers to its dialogs. Its viewport comes from the browser. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttachedTarget } from '../recorder/contract.ts'

/** "Leave this page?" is answered with yes, everything else with cancel. */
const isAccepted = (dialogType: string): boolean => dialogType === 'beforeunload'

/** Counts dialogs: a page that shows them in a loop is left standing at one of them. */
function dialogBudget(): () => boolean {
  let left = renderLimits.dialogsMax
  return () => {
    left -= 1
    return left >= 0
  }
}

/**
 * Answers the dialogs of a popup; to be called before it runs, nothing is awaited. A dialog that is left
 * open blocks the popup and the page that shares its process, and one that opens before a session
 * listens is never heard of, so Puppeteer's own events come too late for popups.
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
