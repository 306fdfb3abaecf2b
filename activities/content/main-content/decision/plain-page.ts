/** Recognises pages that consist of text alone, as those of a lecture or of a program's output. */
import type { BlockFacts } from '../facts.ts'
import { ancestorKinds, distanceTo, notAbove } from '../surroundings.ts'

/** Elements and roles that a website puts around its content. */
const aroundKinds = ['nav', 'header', 'footer', 'aside', 'form', 'button', 'dialog', 'hidden'] as const
const aroundColumns = aroundKinds.map((kind) => ancestorKinds.indexOf(kind))

/**
 * Returns true for a page without links and without any part that may be around its content. It has nothing to leave
 * out, and probabilities that were learnt on pages of websites say little about it.
 */
export function isPlainPage({ blocks, page, surroundings }: BlockFacts): boolean {
  if (page.linkWords > 0) return false
  const { innermost, count } = blocks
  for (let block = 0; block < count; block++) {
    if (aroundColumns.some((column) => distanceTo(surroundings, innermost[block]!, column) < notAbove)) return false
  }
  return true
}
