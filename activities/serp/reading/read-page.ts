/** Reads a result page with a selector set. Pure function; linear in the size of the page for a given set. */
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { SelectorBudgetError, SelectorMatcher } from '../../html/selectors/match-selectors.ts'
import { parseTree, TooManyNodesError } from '../../html/parse-tree.ts'
import { attribute, detach, textBelow, type TreeNode } from '../../html/tree.ts'
import { blockMark, type SearchBlock } from './block-marks.ts'
import { firstFound } from './page-elements.ts'
import { readEntries } from './page-entries.ts'
import { readAnswerBox, readPanel, readQuestions } from './page-extras.ts'
import type { EnginePage } from '../results/result-pages.ts'
import type { SelectorSet } from './selector-set.ts'
import { readStart, readTotal } from './total-results.ts'

/** What kind of page was read. */
export type ResultPageReading =
  /** @param carried fields for the request for a later page. */
  | {
      kind: 'page'
      isEmpty: boolean
      page: EnginePage
      carried: Record<string, string>
      /** Position of the first result as stated on the page; null when not stated. */
      start: number | null
    }
  | ({ kind: 'blocked' } & SearchBlock)
  | { kind: 'drift'; page: EnginePage }
  /** A page without content that scripts would fill. */
  | { kind: 'shell' }
  | { kind: 'unreadable'; detail: string }

/** Whether the page states, in the words of the engine, that nothing was found. */
function saysEmpty(matcher: SelectorMatcher, document: TreeNode, { empty }: SelectorSet): boolean {
  if (empty.selectors.some((selector) => matcher.any(selector))) return true
  const text = textBelow(document, serpLimits.emptyTextMaxCharacters, serpLimits.emptyTextMaxNodes).toLowerCase()
  return empty.texts.some((words) => text.includes(words))
}

function carriedOf(matcher: SelectorMatcher, { carried }: SelectorSet): Record<string, string> {
  return Object.fromEntries(
    carried.flatMap(({ name, selector }) => {
      const [field] = matcher.all(selector)
      const value = field === undefined ? null : attribute(field, 'value')
      return value === null || value.length > serpLimits.carriedMaxCharacters ? [] : [[name, value]]
    }),
  )
}

function relatedOf(matcher: SelectorMatcher, { relatedSearches }: SelectorSet): string[] {
  const texts = firstFound(matcher, relatedSearches)
    .slice(0, serpLimits.elementsMax)
    .map((node) => textBelow(node, serpLimits.titleMaxCharacters))
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, serpLimits.relatedMax)
}

function totalOf(matcher: SelectorMatcher, { totalResults }: SelectorSet): number | null {
  const [node] = firstFound(matcher, totalResults)
  return node === undefined ? null : readTotal(textBelow(node, serpLimits.titleMaxCharacters))
}

function startOf(matcher: SelectorMatcher, { totalResults, totalHasRange }: SelectorSet): number | null {
  const [node] = totalHasRange ? firstFound(matcher, totalResults) : []
  return node === undefined ? null : readStart(textBelow(node, serpLimits.titleMaxCharacters))
}

function pageOf(matcher: SelectorMatcher, set: SelectorSet, url: string): EnginePage {
  const { organic, ads } = readEntries(matcher, set, url)
  return {
    kind: 'page',
    organic: organic.slice(0, serpLimits.entriesPerPageMax),
    ads,
    rest: {
      knowledge_graph: readPanel(matcher, set, url),
      answer_box: readAnswerBox(matcher, set, url),
      people_also_ask: readQuestions(matcher, set, url),
      related_searches: relatedOf(matcher, set),
      total_results: totalOf(matcher, set),
    },
    hasNext: set.next.some((selector) => matcher.any(selector)),
    warnings: [],
  }
}

/**
 * Reads a page.
 * @param html decoded source.
 * @param url final URL of the page.
 * @param status HTTP status of the response.
 */
export function readResultPage(html: string, url: string, status: number, set: SelectorSet): ResultPageReading {
  if (html.length > serpLimits.pageMaxCharacters) {
    return { kind: 'unreadable', detail: `the page has more than ${serpLimits.pageMaxCharacters} characters` }
  }
  try {
    const { document } = parseTree(html)
    const matcher = new SelectorMatcher(document, serpLimits.looksMax)
    for (const selector of set.noise) for (const node of matcher.all(selector)) detach(node)
    const page = pageOf(matcher, set, url)
    if (page.organic.length > 0) {
      return { kind: 'page', isEmpty: false, page, carried: carriedOf(matcher, set), start: startOf(matcher, set) }
    }
    const block = blockMark(matcher, set, url)
    if (block !== null) return { kind: 'blocked', ...block }
    if (status >= 400) return { kind: 'unreadable', detail: `the engine answered ${status}` }
    if (set.needsBrowser.some((selector) => matcher.any(selector))) return { kind: 'shell' }
    return saysEmpty(matcher, document, set)
      ? { kind: 'page', isEmpty: true, page: { ...page, hasNext: false }, carried: {}, start: null }
      : { kind: 'drift', page }
  } catch (error) {
    if (!(error instanceof TooManyNodesError) && !(error instanceof SelectorBudgetError)) throw error
    return { kind: 'unreadable', detail: 'the page is too large to be read' }
  }
}
