/// <reference lib="dom" />
/** Waits for an element that the caller selects. */
import type { Page } from 'puppeteer'
import { actionLimits, renderLimits } from '@seine/shared/config/browser-limits.ts'
import { InvalidSelectorError } from '@seine/shared/selectors/parse-text.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import { evaluateApart, whileItAnswers } from './evaluate.ts'

type Look = 'found' | 'absent' | 'invalid'

/** Runs in the page: searches the document, then its open shadow roots. */
function look(css: string): Look {
  const search = (within: Document | ShadowRoot): boolean => {
    if (within.querySelector(css) !== null) return true
    for (const element of within.querySelectorAll('*')) {
      if (element.shadowRoot !== null && search(element.shadowRoot)) return true
    }
    return false
  }
  try {
    return search(document) ? 'found' : 'absent'
  } catch {
    return 'invalid'
  }
}

async function lookOnce(page: Page, css: string, clock: AttemptClock): Promise<Look> {
  const seen = await whileItAnswers(clock.step(evaluateApart(page, look, css), renderLimits.selectorAnswerMs))
  // Null: the page is busy computing, or is navigating to another document.
  return seen ?? 'absent'
}

/**
 * Waits until an element is attached to the document of the main frame or to an open shadow root in it, visible or
 * not. The wait continues across navigations.
 * @param css a selector as `querySelector` accepts it.
 * @returns true; only the end of the attempt limits the wait.
 * @throws AttemptEndedError when the attempt ends before; InvalidSelectorError when `css` is not a valid selector.
 */
export async function awaitSelector(page: Page, css: string, clock: AttemptClock): Promise<boolean> {
  for (;;) {
    const seen = await lookOnce(page, css, clock)
    if (seen === 'found') return true
    if (seen === 'invalid') throw new InvalidSelectorError(`not a CSS selector: ${css}`)
    await clock.sleep(actionLimits.pollMs)
  }
}
