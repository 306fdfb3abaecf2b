/** Treats similar records alike: the same place in posts, cards or reviews is kept in all of them or in none. */
import { classGroupNames } from './class-words.ts'
import type { BlockFacts } from './facts.ts'

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

/** Groups of class words for texts written by several people in sequence. */
const writtenGroups = new Set(['review', 'comment', 'post'].map((name) => classGroupNames.indexOf(name)))

/** Elements that can be records without class words; other elements need class words. */
const recordElements = new Set(['li', 'article', 'section', 'figure', 'details', 'dd', 'dt', 'tr', 'blockquote'])

/** The same place in all records of a group. */
interface Place {
  blocks: number[]
  isWritten: boolean
  words: number
  linkWords: number
  keptWords: number
  /** Number of records with this place, and the last one seen. */
  records: number
  last: number
}

/**
 * Keeps or drops each place of each group of records by the share of its words that is kept. A group consists of
 * sibling elements with the same name and class words and several blocks each; a place is the chain of element
 * shapes between the record and the block.
 * @param probabilities of each block being content, 0 to 1.
 * @param kept 1 for each kept block; modified.
 */
export function settleRecords(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): void {
  for (const place of placesOf(facts, kept)) {
    const { blocks, words, keptWords } = place
    if (keptWords === 0 || keptWords === words) continue
    const share = keptWords / words
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

function placesOf(facts: BlockFacts, kept: Uint8Array): Iterable<Place> {
  const { blocks, measures, surroundings } = facts
  const { record, path } = readPaths(facts)
  const places = new Map<number, Place>()
  for (let block = 0; block < blocks.count; block++) {
    const holder = blocks.holder[block]!
    const at = record[holder]!
    if (at < 0) continue
    // Both fit exactly into one number: at most 2^18 groups, and 32-bit paths.
    const key = facts.structure.repeats.group[at]! * 2 ** 32 + (path[holder]! >>> 0)
    let place = places.get(key)
    if (place === undefined) {
      const isWritten = surroundings.names[at]!.groups.some((group) => writtenGroups.has(group))
      place = { blocks: [], isWritten, words: 0, linkWords: 0, keptWords: 0, records: 0, last: -1 }
      places.set(key, place)
    }
    // Symbols without a word get a small weight.
    const words = measures.words[block]! + 0.1
    place.blocks.push(block)
    place.words += words
    place.linkWords += measures.linkWords[block]!
    if (kept[block] === 1) place.keptWords += words
    if (place.last !== at) place.records++
    place.last = at
  }
  return places.values()
}

/** Returns for each element the record it is in (-1: none) and a hash of the path between them. */
function readPaths({ blocks, structure, surroundings }: BlockFacts): { record: Int32Array; path: Int32Array } {
  const { nodes, parent, first, end } = blocks.elements
  const { group, size } = structure.repeats
  const blocksOf = new Float64Array(size.length)
  group.forEach((index, at) => {
    if (index >= 0) blocksOf[index]! += end[at]! - first[at]!
  })
  const record = new Int32Array(nodes.length).fill(-1)
  const path = new Int32Array(nodes.length)
  for (let at = 1; at < nodes.length; at++) {
    const index = group[at]!
    const isNamed = recordElements.has(nodes[at]!.name) || surroundings.names[at]!.hash !== 0
    if (index >= 0 && size[index]! > 1 && isNamed && blocksOf[index]! >= 2 * size[index]!) {
      record[at] = at
      continue
    }
    const above = parent[at]!
    record[at] = record[above]!
    path[at] = (Math.imul(path[above]!, 31) + surroundings.shape[at]!) | 0
  }
  return { record, path }
}
