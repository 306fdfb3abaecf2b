/** Drops parts inside the content that are not content, according to their class names and ids. */
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import { following, type TreeNode } from '../../../html/tree.ts'
import type { BlockFacts } from '../facts.ts'

const signatureNames = new Set(['signature', 'sig'])
const postNames = new Set(['post', 'posts', 'postbody', 'message', 'messages', 'forum', 'thread', 'comment', 'reply'])
const letterNames = new Set(['newsletter', 'subscribe', 'subscription', 'signup'])

/** The names of parts larger than this do not describe them reliably. */
const blocksMax = 10
const wordsMax = 80
/** Limit on the nodes searched for fields in a box. */
const nodesMax = 100

/**
 * Drops signatures of posts, newsletter boxes with a form field, and tab labels that are only partly kept.
 * @param kept 1 for each kept block; modified.
 */
export function dropSignaturesAndBoxes(facts: BlockFacts, kept: Uint8Array): void {
  const { blocks, surroundings, structure } = facts
  const { nodes, parent, first, end } = blocks.elements
  /** 1 inside a post; outside posts, "signature" usually means the signature of a function. */
  const isInPost = new Uint8Array(nodes.length)
  const { words } = structure.sums
  for (let at = 1; at < nodes.length; at++) {
    const names = surroundings.names[at]!.words
    isInPost[at] = (isInPost[parent[at]!] ?? 0) === 1 || names.some((name) => postNames.has(name)) ? 1 : 0
    const size = end[at]! - first[at]!
    if (size === 0 || size > blocksMax || words[end[at]!]! - words[first[at]!]! > wordsMax) continue
    const isSignature =
      isInPost[at] === 1 && names.some((name) => signatureNames.has(name)) && !hasHeading(facts, first[at]!, end[at]!)
    const isBox = names.some((name) => letterNames.has(name)) && hasField(nodes[at]!)
    const isTabs = names.includes('tablist') && kept.subarray(first[at], end[at]).includes(0)
    if (isBox || isSignature || isTabs) kept.fill(0, first[at], end[at])
  }
}

/** Returns true for a part with a heading: an entry whose category or product has such a name. */
function hasHeading({ blocks }: BlockFacts, first: number, end: number): boolean {
  for (let block = first; block < end; block++)
    if (headingLevel(blocks.elements.nodes[blocks.holder[block]!]!) > 0) return true
  return false
}

function hasField(root: TreeNode): boolean {
  let left = nodesMax
  for (let node = root.first; node !== null && left > 0; node = following(node, root, true), left--)
    if (node.name === 'input' || node.name === 'form') return true
  return root.name === 'form'
}
