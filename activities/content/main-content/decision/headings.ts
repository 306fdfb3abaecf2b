/** Keeps headings with the text below them, and the title of the page with its content. */
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import type { BlockFacts } from '../facts.ts'

/** A heading less probable than this is treated as furniture. */
const headingLeast = 0.1
const titleLeast = 0.05

/**
 * Keeps headings directly before kept blocks, and the first level-1 heading unless it is after all kept blocks.
 * The labelled training texts mostly omit the title, so the model alone would drop it.
 * @param probabilities of each block being content, 0 to 1.
 * @param kept 1 for each kept block; modified.
 */
export function keepHeadings(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): void {
  const { nodes } = facts.blocks.elements
  const levelOf = (block: number): number => headingLevel(nodes[facts.blocks.holder[block]!]!)
  const last = kept.lastIndexOf(1)
  for (let block = last - 1; block >= 0; block--) {
    if (kept[block] === 0 && kept[block + 1] === 1 && probabilities[block]! >= headingLeast && levelOf(block) > 0) {
      kept[block] = 1
    }
  }
  for (let block = 0; block < last; block++) {
    if (levelOf(block) !== 1) continue
    if (probabilities[block]! >= titleLeast) kept[block] = 1
    return
  }
}
