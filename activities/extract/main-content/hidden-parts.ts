/** Parts of a page that its scripts would show before anybody reads it. */
import { isHidden, isNeverText, reveal } from '../content.ts'
import { attribute, following, type TreeNode } from '../tree.ts'

/** A hidden part has at least this many characters to be taken for the page itself. */
const charactersMin = 500

/** Ids that React gives the pieces of a page it sends out of order; a script moves them to their place. */
const streamedId = /^S:[\da-f]+$/i

/**
 * Reveals hidden parts that are the page: streamed pieces, and whatever has more text than all that
 * is seen, as where a whole page waits for a script or is written for readers without scripts.
 */
export function revealHiddenPage(root: TreeNode): void {
  let seen = 0
  const parts: { node: TreeNode; characters: number }[] = []
  for (let node = root.first; node !== null;) {
    if (node.text !== null) seen += node.text.trim().length
    else if (isHidden(node)) {
      const characters = charactersBelow(node)
      if (streamedId.test(attribute(node, 'id') ?? '')) {
        reveal(node)
        seen += characters
      } else if (characters >= charactersMin) parts.push({ node, characters })
      node = following(node, root, false)
      continue
    }
    node = following(node, root, !isNeverText(node))
  }
  for (const { node, characters } of parts) if (characters > seen) reveal(node)
}

function charactersBelow(root: TreeNode): number {
  let characters = 0
  for (let node = root.first; node !== null;) {
    if (node.text !== null) characters += node.text.trim().length
    node = following(node, root, !isNeverText(node))
  }
  return characters
}
