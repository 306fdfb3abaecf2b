/** Classifies a response of any type: the judge decides about markup, a simpler rule about everything else. */
import { judge } from '../judge/judge.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import type { JudgedResponse } from '@seine/shared/pages/extraction.ts'

/** Returns the verdict on a page. @param waitSelectorFound null when it cannot be determined or nothing is awaited. */
export const verdictOnHtml = (
  html: string,
  { status, headers }: JudgedResponse,
  waitSelectorFound: boolean | null,
): Verdict => judge({ status, headers, html, waitSelectorFound })

/**
 * Returns the verdict on a response that is text and not a page. Firewalls also refuse in plain text and JSON; any
 * other text is the requested content, unless it is empty.
 */
export function verdictOnText(text: string, { status, headers }: JudgedResponse): Verdict {
  if (status >= 400) {
    const verdict = judge({ status, headers, html: text, waitSelectorFound: null })
    if (verdict.kind === 'blocked') return verdict
  }
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'success' }
}
