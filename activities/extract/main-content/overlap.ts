/** What the words of a block share with what the head of the page states. */
import { WordReader } from '../word-reader.ts'
import { pairHash } from './evidence.ts'
import type { BlockFacts } from './facts.ts'

/** Words of one text that are compared. */
const wordsMax = 400

const reader = new WordReader()

/** Share of a block's words that are in the titles, and of its pairs of words that the head states; 0 to 1. */
export function overlaps({ blocks, evidence }: BlockFacts, block: number): { title: number; stated: number } {
  let words = 0
  let titled = 0
  let stated = 0
  let before = 0
  for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
    const count = reader.read(blocks.texts[at]!.text ?? '', wordsMax)
    for (let word = 0; word < count; word++) {
      const hash = reader.asWritten[word]!
      if (evidence.titleWords.has(hash)) titled++
      if (words > 0 && evidence.statedPairs.has(pairHash(before, hash))) stated++
      before = hash
      words++
    }
  }
  return { title: words > 0 ? titled / words : 0, stated: words > 1 ? stated / (words - 1) : 0 }
}
