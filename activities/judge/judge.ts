/**
 * The judge: decides whether the first real response of a page is usable as the page, so that nothing is fetched twice
 * to decide. Pure.
 */
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import { parseTree, TooManyNodesError, type ParsedPage } from '../html/parse-tree.ts'
import { blockSignal, type BlockSignal } from './block-signals.ts'
import type { ShellFacts } from './js-shell-facts.ts'
import { pageFacts } from './js-shell-reader.ts'
import { shellReasons, textIsInData } from './js-shell.ts'

/** A response as it was received. */
export interface JudgedPage {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** Decoded. */
  html: string
  /**
   * The tree of `html`, before anything has modified it; null when it has more than `treeNodesMax` nodes.
   * @default built from `html` when it is needed
   */
  tree?: ParsedPage | null
  /** Whether the caller's wait selector matches an element; null when there is no wait selector. */
  waitSelectorFound: boolean | null
}

const success: Verdict = { kind: 'success' }

/** No challenge page has this much text, in characters; see `blockSignal`. */
const textPlenty = 2_048

/** Statuses of responses that have no body. */
const bodiless = new Set([204, 205, 304])

/** Returns the sign of a reliable block; an ordinary refusal is the website's own answer and returns null. */
function refusal({ status, headers, html }: JudgedPage, textLength?: number): BlockSignal | null {
  const signal = blockSignal({ status, headers, html, ...(textLength === undefined ? {} : { textLength }) })
  return signal === null || signal.confidence === 'low' ? null : signal
}

/** @returns null when the page has too many nodes for a tree. */
function treeOf(html: string): ParsedPage | null {
  try {
    return parseTree(html)
  } catch (error) {
    if (error instanceof TooManyNodesError) return null
    throw error
  }
}

/** Returns the facts of a page; null when it is too large for a tree. */
function factsOf({ html, tree = treeOf(html) }: JudgedPage): ShellFacts | null {
  return tree === null ? null : pageFacts(html, tree)
}

/** True for a page read to its end with nothing to read, see or fill in, and no redirect that could lead to content. */
const isEmpty = (facts: ShellFacts): boolean =>
  !facts.plenty && facts.readable === 0 && facts.things === 0 && facts.content === 0 && !facts.refresh

/**
 * Judges an HTML page, in time linear in its length.
 * @returns `success` also for the website's own error page, whose status is 400 or above.
 */
export function judge(page: JudgedPage): Verdict {
  const { status } = page
  if (status >= 400) {
    const signal = refusal(page)
    return signal === null ? success : { kind: 'blocked', signal }
  }
  const facts = factsOf(page)
  const readable = facts?.readable ?? 0
  const signal = refusal(page, readable >= textPlenty ? readable : undefined)
  if (signal !== null) return { kind: 'blocked', signal }
  // A page that is too large for a tree is full of markup, so it is neither an empty shell nor empty.
  if (facts === null || bodiless.has(status)) return success
  if (page.waitSelectorFound === false && !isEmpty(facts)) return { kind: 'js_shell', reasons: ['wait_selector'] }
  const reasons = shellReasons(facts)
  if (reasons.length > 0) return { kind: 'js_shell', reasons }
  return isEmpty(facts) && !textIsInData(facts) ? { kind: 'empty' } : success
}
