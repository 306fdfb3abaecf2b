/** Classifies a response of any type: the judge decides about markup, a simpler rule about everything else. */
import type { ParsedPage } from '../html/parse-tree.ts'
import { judge } from '../judge/judge.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import type { JudgedResponse } from '@seine/shared/pages/extraction.ts'

/**
 * Returns the verdict on a page.
 * @param tree before anything has modified it; null when the page has too many nodes for one.
 * @param waitSelectorFound null when it cannot be determined or nothing is awaited.
 */
export const verdictOnHtml = (
  html: string,
  tree: ParsedPage | null,
  { status, headers }: JudgedResponse,
  waitSelectorFound: boolean | null,
): Verdict => judge({ status, headers, html, tree, waitSelectorFound })

/** Returns the verdict on a page of which no tree was built for anything else; what it waits for is not known. */
export const verdictOnPlainHtml = (html: string, { status, headers }: JudgedResponse): Verdict =>
  judge({ status, headers, html, waitSelectorFound: null })

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
