/** Reads the visible text of an element: blocks and line breaks separate lines, hidden text is left out. */
import { factLimits } from '../../limits/structured-limits.ts'
import { isInvisible } from '../../../html/content.ts'
import { blockElements } from '../../../html/tags.ts'
import { collapsed, textBelow, type TreeNode } from '../../../html/tree.ts'
import type { FactBudget } from './fact-budget.ts'
import { walk } from './walk.ts'

/** Returns true for nodes to skip together with everything below them. */
export type Passed = (node: TreeNode) => boolean

const nothingPassed: Passed = () => false

/**
 * Returns the lines of an element, joined by line feeds; white space inside a line is collapsed.
 * @param passed true for nodes below the element that do not belong to it.
 */
export function visibleLines(
  root: TreeNode,
  budget: FactBudget,
  charactersMax: number = factLimits.textMaxCharacters,
  passed = nothingPassed,
): string {
  const only = root.first
  // Most elements with a text have nothing else.
  if (only !== null && only.text !== null && only.next === null) {
    if (!budget.look()) return ''
    const line = collapsed(only.text.slice(0, charactersMax * 2))
    return line.length > charactersMax ? line.slice(0, charactersMax).trimEnd() : line
  }
  let text = ''
  /** Whether an inline element has just ended (`ended`), and another one has begun after it (`between`). */
  let seam: 'none' | 'ended' | 'between' = 'none'
  walk(root, {
    // White space may still collapse, so read beyond the limit before stopping.
    isDone: () => text.length > charactersMax * 2 || !budget.look(),
    enter(node) {
      if (node.text !== null) {
        const added = oneLine(node.text.slice(0, charactersMax * 2))
        text += seam === 'between' && isNewWord(text, added) ? ` ${added}` : added
        if (added !== '') seam = 'none'
      } else if (isInvisible(node) || passed(node)) return false
      else if (node.name === 'br' || isBlock(node)) text += '\n'
      else if (node.name === 'img') text += ' '
      else if (seam === 'ended') seam = 'between'
      return true
    },
    leave(node) {
      if (isBlock(node)) text += '\n'
      else if (node.text === null) seam = 'ended'
    },
  })
  const lines = text
    .split('\n')
    .map(collapsed)
    .filter((line) => line !== '')
    .join('\n')
  return lines.length > charactersMax ? lines.slice(0, charactersMax).trimEnd() : lines
}

/** Returns the same text on one line. */
export const visibleText = (
  root: TreeNode,
  budget: FactBudget,
  charactersMax: number = factLimits.textMaxCharacters,
  passed = nothingPassed,
): string => visibleLines(root, budget, charactersMax, passed).replaceAll('\n', ' ')

const struckElements = new Set(['del', 's', 'strike'])

/** True for an element whose text does not hold any more, such as a former price. */
export const isStruckElement = (node: TreeNode): boolean => struckElements.has(node.name)

/** Returns the visible text of an element without its struck parts, or with them when it has no other text. */
export function standingLines(
  root: TreeNode,
  budget: FactBudget,
  charactersMax: number = factLimits.textMaxCharacters,
  passed = nothingPassed,
): string {
  let hasStruck = false
  const text = visibleLines(root, budget, charactersMax, (node) => {
    const isStruck = isStruckElement(node)
    hasStruck ||= isStruck
    return isStruck || passed(node)
  })
  return hasStruck && !/[\p{L}\p{N}]/u.test(text) ? visibleLines(root, budget, charactersMax, passed) : text
}

/** Returns the same text on one line. */
export const standingText = (...[root, budget, charactersMax, passed]: Parameters<typeof standingLines>): string =>
  standingLines(root, budget, charactersMax, passed).replaceAll('\n', ' ')

/** Returns the visible text of an element, or its whole text when none is visible. */
export function anyText(
  root: TreeNode,
  budget: FactBudget,
  charactersMax: number = factLimits.textMaxCharacters,
): string {
  return visibleText(root, budget, charactersMax) || textBelow(root, charactersMax)
}

/**
 * Inline elements may be laid out apart: an upper-case letter after a lower-case letter or a digit begins a new word.
 */
const isNewWord = (before: string, after: string): boolean =>
  /[\p{Ll}\p{N}]$/u.test(before.slice(-2)) && /^\p{Lu}\p{Ll}/u.test(after)

/** Whether an element is displayed as a block by default. */
export const isBlock = (node: TreeNode): boolean => blockElements.has(node.name)

/** Line feeds in the source are ordinary white space. */
const oneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', ' ') : text)

/** Maximum number of characters examined per text; a text that is blank for that long counts as blank. */
const lookedAtMax = 2_000

/** True for an element with text of its own, besides the texts of its child elements. */
export function hasOwnText(node: TreeNode): boolean {
  for (let child = node.first; child !== null; child = child.next)
    if (child.text !== null && /[\p{L}\p{N}]/u.test(child.text.slice(0, lookedAtMax))) return true
  return false
}
