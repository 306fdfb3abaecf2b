/** Checks a page for selectors that match and texts that occur, in addition to its content. */
import type { PageProbes, ProbedPage } from '@seine/shared/pages/extraction.ts'
import { isInvisible } from '../html/content.ts'
import { matchesAnything } from '../html/selectors/named-parts.ts'
import { SelectorMatcher } from '../html/selectors/match-selectors.ts'
import { blockElements } from '../html/tags.ts'
import type { TreeNode } from '../html/tree.ts'

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase()

const isApart = ({ name }: TreeNode): boolean => name === 'br' || blockElements.has(name)

/** Returns the visible text of a page, with the words of neighbouring blocks separated. */
function visibleText(document: TreeNode): string {
  const parts: string[] = []
  let node = document.first
  while (node !== null) {
    if (node.text !== null) parts.push(node.text)
    else if (isApart(node)) parts.push(' ')
    if (node.text === null && node.first !== null && !isInvisible(node)) {
      node = node.first
      continue
    }
    while (node !== null && node !== document && node.next === null) {
      node = node.parent
      if (node !== null && isApart(node)) parts.push(' ')
    }
    node = node === document ? null : (node?.next ?? null)
  }
  return parts.join('')
}

/** Returns which of the given texts occur, ignoring case; runs of white space count as one space. */
export function textsIn(text: string, texts: readonly string[]): ProbedPage['texts'] {
  if (texts.length === 0) return {}
  const read = plain(text)
  return Object.fromEntries(texts.map((each) => [each, read.includes(plain(each).trim())]))
}

/** Probes a page; null for a selector that takes too long or cannot be parsed. */
export function probePage(document: TreeNode, { selectors, texts }: PageProbes): ProbedPage {
  const matcher = selectors.length === 0 ? null : new SelectorMatcher(document)
  return {
    selectors: Object.fromEntries(
      selectors.map((each) => [each, matcher === null ? null : matchesAnything(matcher, each)]),
    ),
    texts: texts.length === 0 ? {} : textsIn(visibleText(document), texts),
  }
}

/** Probes a text that is not a page: no selector matches. */
export const probeText = (text: string, { selectors, texts }: PageProbes): ProbedPage => ({
  selectors: Object.fromEntries(selectors.map((each) => [each, false])),
  texts: textsIn(text, texts),
})
