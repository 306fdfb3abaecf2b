/** The text of an element as a reader sees it: blocks and line breaks apart, nothing that is hidden. */
import { factLimits } from '@seine/shared/config/json-limits.ts'
import { isInvisible } from '../../../html/content.ts'
import { blockElements } from '../../../html/tags.ts'
import { collapsed, textBelow, type TreeNode } from '../../../html/tree.ts'
import type { FactRoom } from './fact-room.ts'
import { walk } from './walk.ts'

/** Parts that are read over with everything below them. */
export type Passed = (node: TreeNode) => boolean

const nothingPassed: Passed = () => false

/**
 * The lines of an element, joined by line feeds; white space inside a line is collapsed.
 * @param passed what below the element does not belong to it.
 */
export function visibleLines(
  root: TreeNode,
  room: FactRoom,
  charactersMax: number = factLimits.textMaxCharacters,
  passed = nothingPassed,
): string {
  let text = ''
  /** Whether an element in the line has just ended, and another has begun. */
  let seam: 'none' | 'ended' | 'between' = 'none'
  walk(root, {
    // White space may yet collapse, so read beyond the limit before stopping.
    isDone: () => text.length > charactersMax * 2 || !room.look(),
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

/** The same on one line. */
export const visibleText = (
  root: TreeNode,
  room: FactRoom,
  charactersMax: number = factLimits.textMaxCharacters,
  passed = nothingPassed,
): string => visibleLines(root, room, charactersMax, passed).replaceAll('\n', ' ')

/** Text that a reader sees, or else the text that is there. */
export function anyText(root: TreeNode, room: FactRoom, charactersMax: number = factLimits.textMaxCharacters): string {
  return visibleText(root, room, charactersMax) || textBelow(root, charactersMax)
}

/** Elements in a line may be laid out apart: a capital behind a small letter or a figure begins another word. */
const isNewWord = (before: string, after: string): boolean =>
  /[\p{Ll}\p{N}]$/u.test(before.slice(-2)) && /^\p{Lu}\p{Ll}/u.test(after)

export const isBlock = (node: TreeNode): boolean => blockElements.has(node.name)

/** Line feeds of the source are white space like any other. */
const oneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', ' ') : text)

/** Characters of one text that are looked at; a longer blank is none that a reader sees. */
const lookedAtMax = 2_000

/** True for an element with a text of its own, besides those of elements in it. */
export function hasOwnText(node: TreeNode): boolean {
  for (let child = node.first; child !== null; child = child.next)
    if (child.text !== null && /[\p{L}\p{N}]/u.test(child.text.slice(0, lookedAtMax))) return true
  return false
}
