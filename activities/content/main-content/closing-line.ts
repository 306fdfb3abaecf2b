/** Keeps the last line of a long content: leaving it out cannot make the text better, and may take its end. */
import type { BlockFacts } from './facts.ts'
import { isFurniture } from './gaps.ts'

/** At most this share of the kept words. */
const wordShareMax = 1 / 200

/**
 * Keeps the block after the last kept one when it has few words for that, has no link, stands beside or directly below
 * the element of the last kept one, and ends the element around both.
 * @param kept 1 for each kept block; modified.
 */
export function keepClosingLine(facts: BlockFacts, kept: Uint8Array): void {
  const { blocks, measures } = facts
  const { parent, end } = blocks.elements
  const last = kept.lastIndexOf(1)
  const closing = last + 1
  if (last < 0 || closing === blocks.count || measures.linkWords[closing]! > 0) return
  const around = parent[blocks.holder[closing]!]!
  const before = blocks.holder[last]!
  if ((around !== before && around !== parent[before]) || end[around] !== closing + 1) return
  if (isFurniture(facts, blocks.holder[closing]!)) return
  let words = 0
  for (let block = 0; block <= last; block++) words += kept[block]! * measures.words[block]!
  if (measures.words[closing]! <= words * wordShareMax) kept[closing] = 1
}
