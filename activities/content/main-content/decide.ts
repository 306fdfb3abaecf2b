/** Decides which blocks of a page are its content. */
import { chooseBlocks, type ChosenBlocks } from './choose.ts'
import type { BlockFacts } from './facts.ts'
import { dropSignaturesAndBoxes } from './signatures-and-boxes.ts'
import { fillGaps } from './gaps.ts'
import { keepHeadings } from './headings.ts'
import { dropHiddenScraps } from './hidden-parts.ts'
import { settleRecords } from './records.ts'
import { settleTables } from './tables.ts'

/**
 * The set of blocks with the best expected score, made to hold together: tables kept whole, records
 * alike, holes filled, and headings kept with what they head.
 * @param probabilities of each block.
 */
export function decideBlocks(facts: BlockFacts, probabilities: Float64Array): ChosenBlocks {
  const { words } = facts.measures
  const chosen = chooseBlocks(probabilities, words)
  const { kept } = chosen
  settleTables(facts.blocks, words, kept)
  if (!kept.includes(1)) return chosen
  keepHeadings(facts, probabilities, kept)
  settleRecords(facts, probabilities, kept)
  fillGaps(facts, probabilities, kept)
  dropSignaturesAndBoxes(facts, kept)
  dropHiddenScraps(facts.blocks, kept)
  if (kept.includes(1)) keepHeadings(facts, probabilities, kept)
  return chosen
}
