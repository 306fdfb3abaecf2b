/** Handles hidden parts of a page, which its scripts would show to a reader. */
import { isHidden, isNeverText, reveal } from '../../html/content.ts'
import { blockElements } from '../../html/tags.ts'
import { attribute, following, type TreeNode } from '../../html/tree.ts'
import type { PageBlocks } from './blocks.ts'

/** Minimum length of a hidden part that can be treated as the page itself. */
const charactersMin = 500

/** Ids that React gives the pieces of a page it streams out of order; a script moves them to their place. */
const streamedId = /^S:[\da-f]+$/i

/**
 * Reveals hidden parts that hold the page: streamed pieces, and any part with more text than everything visible, for
 * example a page that waits for a script, or content for readers without scripts.
 */
export function revealHiddenPage(root: TreeNode): void {
  let streamed = 0
  const parts: { node: TreeNode; characters: number }[] = []
  for (let node = root.first; node !== null;) {
    if (node.text !== null || !isHidden(node)) {
      node = following(node, root, node.text !== null || !isNeverText(node))
      continue
    }
    const characters = charactersBelow(node, isNeverText)
    if (streamedId.test(attribute(node, 'id') ?? '')) {
      reveal(node)
      streamed += characters
    } else if (characters >= charactersMin) parts.push({ node, characters })
    node = following(node, root, false)
  }
  // The visible text is counted only for pages with a part to compare it with, and up to its largest one.
  const most = parts.reduce((largest, { characters }) => Math.max(largest, characters), 0)
  const seen = most === 0 ? 0 : streamed + charactersBelow(root, isUnseen, most - streamed)
  for (const { node, characters } of parts) if (characters > seen) reveal(node)
}

const isUnseen = (node: TreeNode): boolean => isHidden(node) || isNeverText(node)

/**
 * Counts the characters of the texts below an element, without surrounding white space.
 * @param isLeftOut true for elements whose texts do not count.
 * @param enough counting stops once this number is reached.
 */
function charactersBelow(root: TreeNode, isLeftOut: (element: TreeNode) => boolean, enough = Infinity): number {
  let characters = 0
  for (let node = root.first; node !== null && characters < enough;) {
    if (node.text !== null) characters += node.text.trim().length
    node = following(node, root, node.text !== null || !isLeftOut(node))
  }
  return characters
}

/** Words in the names of elements that a click shows and that continue visible text. */
const restNames = /more|rest|full|expand|collaps|toggle|trunc|accordion|answer|panel|tab/i

/**
 * Returns true for a hidden element that is not an independent part: a single paragraph or a piece of one, hidden
 * between visible siblings. Such text is for machines, or belongs to a state that the page is not in.
 */
export function isHiddenScrap(node: TreeNode): boolean {
  if (node.name === 'noscript' || node.name === 'math' || !isHidden(node)) return false
  const names = `${attribute(node, 'class') ?? ''} ${attribute(node, 'id') ?? ''} ${attribute(node, 'role') ?? ''}`
  if (blockElements.has(node.name) && node.name !== 'p' && (node.name !== 'div' || names.trim() !== '')) return false
  if (restNames.test(names) || streamedId.test(attribute(node, 'id') ?? '')) return false
  const before = neighbour(node, 'previous')
  const behind = neighbour(node, 'next')
  if (before === null && behind === null) return false
  return [before, behind].every((beside) => beside === null || beside.text !== null || !isHidden(beside))
}

/** Returns the sibling on one side, skipping blank texts; only a few of them are ever adjacent. */
function neighbour(node: TreeNode, side: 'previous' | 'next'): TreeNode | null {
  let at = node[side]
  while (at !== null && at.text !== null && at.text.trim() === '') at = at[side]
  return at
}

/**
 * Drops blocks that are hidden scraps.
 * @param kept 1 for each kept block; modified.
 */
export function dropHiddenScraps({ elements: { nodes, first, end } }: PageBlocks, kept: Uint8Array): void {
  nodes.forEach((node, at) => {
    if (first[at]! + 1 === end[at] && kept[first[at]!] === 1 && isHiddenScrap(node)) kept[first[at]!] = 0
  })
}
