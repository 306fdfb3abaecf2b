/** Reads lines of text that consist of a label, a colon and a value. */
import { factLimits } from '../../limits/structured-limits.ts'
import { collapsed, type TreeNode } from '../../../html/tree.ts'
import type { UrlResolver } from '../../../html/urls.ts'
import type { FactBudget } from '../elements/fact-budget.ts'
import { inlineLines, type InlineLine } from './inline-lines.ts'

/** A label with the value that follows it. */
export interface LabelLine {
  label: string
  value: string
  url: string | null
}

/** Elements whose own lines are read. */
const lineElements = new Set([
  'p', 'li', 'div', 'dd', 'td', 'address', 'section', 'article', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figcaption', 'body', 'main', 'header', 'footer', 'aside', 'center', 'blockquote', 'form', 'fieldset', 'th',
]) // prettier-ignore

/** Maximum number of words of a label that is not emphasised. */
const plainWordsMax = 5

/** Yields the labelled lines directly in an element. */
export function* linePairs(node: TreeNode, urls: UrlResolver, budget: FactBudget): Generator<LabelLine> {
  if (!lineElements.has(node.name) || !hasInlineColon(node, budget)) return
  for (const line of inlineLines(node, urls, budget)) {
    const pair = labelLine(line)
    if (pair !== null) yield pair
  }
}

/** Whether the own text of an element contains a colon: most elements have none and are not read further. */
function hasInlineColon(root: TreeNode, budget: FactBudget): boolean {
  for (let child = root.first; child !== null && budget.look(); child = child.next) {
    if (child.text !== null) {
      if (/[:：]/.test(child.text)) return true
    } else if (hasColonInside(child)) return true
  }
  return false
}

/** Whether the text of an inline element such as `b`, or of an element directly in it, contains a colon. */
function hasColonInside(element: TreeNode): boolean {
  let left = 8
  for (let child = element.first; child !== null && left > 0; child = child.next, left--) {
    if (child.text !== null ? /[:：]/.test(child.text) : /[:：]/.test(child.first?.text ?? '')) return true
  }
  return false
}

function labelLine({ text, leadEnd, addresses }: InlineLine): LabelLine | null {
  const colon = /[:：]/.exec(text)?.index ?? -1
  if (colon < 1) return null
  const label = collapsed(text.slice(0, colon))
  if (label === '' || label.length > factLimits.labelMaxCharacters) return null
  // The colon is inside the leading element or directly after it; a line without such an element needs a short label.
  const isLed = leadEnd > 0 && colon <= leadEnd + 1 && collapsed(text.slice(colon + 1, leadEnd)) === ''
  if (!isLed && !isPlainLabel(label, text, colon)) return null
  const value = collapsed(text.slice(colon + 1))
  if (value === '') return null
  const url = addresses.find(({ at }) => at >= colon)?.url ?? null
  return { label, value, url }
}

const isPlainLabel = (label: string, text: string, colon: number): boolean =>
  /[\s\p{Extended_Pictographic}$€£¥]/u.test(text[colon + 1] ?? '') || text[colon] === '：'
    ? /^[\P{Ll}\p{L}]/u.test(label) &&
      label.split(' ').length <= plainWordsMax &&
      !/[.!?;,"“”]/.test(label) &&
      /\p{L}/u.test(label)
    : false
