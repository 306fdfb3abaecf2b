/** Counts the words in the content of a page. */
import { isInvisible, type ContentSelection } from './content.ts'
import { following } from './tree.ts'
import { countTextWords } from './word-reader.ts'

/**
 * Counts the visible words of the content; in scripts without spaces each character is one word.
 * @param enough counting stops once this number is reached.
 */
export function countWords(content: ContentSelection, enough = Number.POSITIVE_INFINITY): number {
  let words = 0
  for (const root of content.roots) {
    for (let node = root.first; node !== null && words < enough;) {
      const passedOver = content.skip.has(node)
      if (node.text !== null && !passedOver) words += countTextWords(node.text)
      node = following(node, root, !passedOver && (node.text !== null || !isInvisible(node)))
    }
  }
  return words
}
