/** What a response is, whatever its type: the judge's word for markup, and a simpler one for everything else. */
import { judge } from '../judge/judge.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import type { JudgedResponse } from '@seine/shared/pages/extraction.ts'

/** Verdict on a page. @param waitSelectorFound null where it cannot be told, or nothing is waited for. */
export const verdictOnHtml = (
  html: string,
  { status, headers }: JudgedResponse,
  waitSelectorFound: boolean | null,
): Verdict => judge({ status, headers, html, waitSelectorFound })

/**
 * Verdict on a response that is text and no page. Firewalls refuse in plain text and JSON too; other
 * text is what was asked for, unless there is none.
 */
export function verdictOnText(text: string, { status, headers }: JudgedResponse): Verdict {
  if (status >= 400) {
    const verdict = judge({ status, headers, html: text, waitSelectorFound: null })
    if (verdict.kind === 'blocked') return verdict
  }
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'success' }
}
