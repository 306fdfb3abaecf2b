/** Decides which blocks of a page are its content. */
import { chooseBlocks, type ChosenBlocks } from './choose.ts'
import type { BlockFacts } from './facts.ts'
import { keepHeadings } from './headings.ts'
import { settleTables } from './tables.ts'

/**
 * The set of blocks with the best expected score, with tables kept whole and headings with what they head.
 * @param probabilities of each block.
 */
export function decideBlocks(facts: BlockFacts, probabilities: Float64Array): ChosenBlocks {
  const { words } = facts.measures
  const chosen = chooseBlocks(probabilities, words)
  settleTables(facts.blocks, words, chosen.kept)
  if (chosen.kept.includes(1)) keepHeadings(facts, probabilities, chosen.kept)
  return chosen
}
