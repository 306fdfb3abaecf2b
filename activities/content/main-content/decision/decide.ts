/** Decides which blocks of a page are its content. */
import { chooseBlocks, expectedScore, type ChosenBlocks } from './choose.ts'
import { evenOut, lowerByKind } from './cut-probabilities.ts'
import type { BlockFacts } from '../facts.ts'
import { dropFurnitureLines } from './furniture-lines.ts'
import { dropSignaturesAndBoxes } from './signatures-and-boxes.ts'
import { fillGaps } from './gaps.ts'
import { keepHeadings } from './headings.ts'
import { dropHiddenScraps } from '../hidden-parts.ts'
import { dropInnerNavigation } from './inner-navigation.ts'
import { readPlaces } from './places.ts'
import { isPlainPage } from './plain-page.ts'
import { completeRecords, settleRecords } from './records.ts'
import { settleTables } from './tables.ts'

/**
 * Returns the set of blocks with the best expected score, then makes it coherent: keeps or drops whole tables,
 * treats similar records alike, fills gaps, keeps headings with their text, and drops what serves only the website.
 * @param probabilities of each block being content, 0 to 1.
 */
export function decideBlocks(facts: BlockFacts, probabilities: Float64Array): ChosenBlocks {
  const { words } = facts.measures
  const places = readPlaces(facts)
  const even = evenOut(places, probabilities)
  const chosen = chooseBlocks(lowerByKind(facts.evidence, even), words)
  const { kept } = chosen
  if (isPlainPage(facts)) kept.fill(1)
  chosen.expectedF1 = expectedScore(even, words, kept)
  settleTables(facts.blocks, words, kept)
  if (!kept.includes(1)) return chosen
  keepHeadings(facts, probabilities, kept)
  settleRecords(places, words, probabilities, kept)
  completeRecords(places, words, even, kept)
  fillGaps(facts, probabilities, kept)
  dropSignaturesAndBoxes(facts, kept)
  dropHiddenScraps(facts.blocks, kept)
  if (!kept.includes(1)) return chosen
  keepHeadings(facts, probabilities, kept)
  const complete = Uint8Array.from(kept)
  dropInnerNavigation(facts, kept)
  dropFurnitureLines(facts, kept)
  // A page that is only such lines below its title, as one of links, is kept as it is.
  if (!kept.some((isKept, block) => isKept === 1 && block !== facts.rows.title)) kept.set(complete)
  return chosen
}
