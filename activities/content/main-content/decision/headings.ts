/** Keeps headings with the text below them, and the title of the page with its content. */
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import { isForum } from '../evidence.ts'
import type { BlockFacts } from '../facts.ts'
import { titleShare } from '../measures.ts'

/** A heading less probable than this is treated as furniture. */
const headingLeast = 0.1
const titleLeast = 0.05
/** A heading with the words of the title that is on a page of a forum at least this often is the subject of a post. */
const repeatsMin = 3
/** Share of its words that are in the title; `Re:` is in front of them. */
const subjectShareMin = 0.6

/**
 * Keeps headings directly before kept blocks, but not the subject that each post of a forum repeats, and the first
 * level-1 heading unless it is after all kept blocks. The labelled training texts mostly omit the title, so the model
 * alone would drop it.
 * @param probabilities of each block being content, 0 to 1.
 * @param kept 1 for each kept block; modified.
 */
export function keepHeadings(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): void {
  const { nodes } = facts.blocks.elements
  const levelOf = (block: number): number => headingLevel(nodes[facts.blocks.holder[block]!]!)
  const hasPosts = isForum(facts.evidence)
  const last = kept.lastIndexOf(1)
  for (let block = last - 1; block >= 0; block--) {
    if (kept[block] === 1 || kept[block + 1] === 0 || probabilities[block]! < headingLeast) continue
    if (levelOf(block) > 0 && !(hasPosts && isSubject(facts, block))) kept[block] = 1
  }
  for (let block = 0; block < last; block++) {
    if (levelOf(block) !== 1) continue
    if (probabilities[block]! >= titleLeast) kept[block] = 1
    return
  }
}

/** Returns true for the title of a page in front of a further post. */
function isSubject({ measures, rows }: BlockFacts, block: number): boolean {
  const isRepeated = rows.twinsBefore[block]! > 0 && rows.twins.get(measures.hash[block]!)! >= repeatsMin
  return isRepeated && titleShare(measures, block) >= subjectShareMin
}
