/** Treats similar records alike: the same place in posts, cards or reviews is kept in all of them or in none. */
import { wordsOf, type Place } from './places.ts'

/** A place is kept when at least `keptShare` of its words is kept, dropped when less than `droppedShare` is. */
const keptShare = 0.85
const droppedShare = 0.1
/** Lower share for the text of reviews, comments and posts: when one of two is content, the other is too. */
const proseShare = 0.5
const proseWordsMin = 8
/** Less probable blocks are never kept, more probable ones never dropped, whatever the other records have. */
const keptLeast = 0.25
const proseLeast = 0.3
const droppedMost = 0.6
/** With fewer records, a place is never dropped. */
const recordsMin = 3

/** Least probability of what completes a record whose text is kept: the head of a review or post, and a price. */
const headLeast = 0.2
const priceLeast = 0.3

/**
 * Keeps the heads of reviews, comments and posts and the prices of records where the longest text of all is kept.
 * @param words number of words in each block.
 * @param even probabilities of blocks, about equal at the same place.
 * @param kept 1 for each kept block; modified.
 */
export function completeRecords(
  places: readonly Place[],
  words: Float64Array,
  even: Float64Array,
  kept: Uint8Array,
): void {
  const texts = new Map<number, Place>()
  for (const place of places) {
    const text = texts.get(place.group)
    if (text === undefined || place.words > text.words) texts.set(place.group, place)
  }
  for (const place of places) {
    const text = texts.get(place.group)!
    if (place === text || (place.prices < place.blocks.length && !isHead(place, text))) continue
    if (place.prices === 0 && place.linkWords === place.words) continue
    if (keptShareOf(text, words, kept) < keptShare) continue
    const least = place.prices > 0 ? priceLeast : headLeast
    const isLikely = place.blocks.reduce((sum, block) => sum + even[block]!, 0) >= least * place.blocks.length
    if (isLikely) for (const block of place.blocks) kept[block] = 1
  }
}

const isHead = (place: Place, text: Place): boolean =>
  text.isWritten && place.records === place.blocks.length && place.blocks[0]! < text.blocks[0]!

function keptShareOf({ blocks, words: all }: Place, words: Float64Array, kept: Uint8Array): number {
  let keptWords = 0
  for (const block of blocks) if (kept[block] === 1) keptWords += wordsOf(words, block)
  return keptWords / all
}

/**
 * Keeps or drops each place of each group of records by the share of its words that is kept. A group consists of
 * sibling elements with the same name and class words and several blocks each; a place is the chain of element
 * shapes between the record and the block.
 * @param words number of words in each block.
 * @param probabilities of each block being content, 0 to 1.
 * @param kept 1 for each kept block; modified.
 */
export function settleRecords(
  places: Iterable<Place>,
  words: Float64Array,
  probabilities: Float64Array,
  kept: Uint8Array,
): void {
  for (const place of places) {
    const { blocks } = place
    const share = keptShareOf(place, words, kept)
    if (share === 0 || share === 1) continue
    const isText = isProsePlace(place)
    if (share >= (isText ? proseShare : keptShare)) {
      const least = share >= keptShare ? keptLeast : proseLeast
      for (const block of blocks) if (probabilities[block]! >= least) kept[block] = 1
    } else if (share < droppedShare && place.records >= recordsMin) {
      for (const block of blocks) if (probabilities[block]! < droppedMost) kept[block] = 0
    }
  }
}

const isProsePlace = ({ blocks, isWritten, words, linkWords }: Place): boolean =>
  isWritten && words >= proseWordsMin * blocks.length && linkWords < 0.3 * words
