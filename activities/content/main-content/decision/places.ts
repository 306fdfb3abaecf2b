/**
 * Finds the places of similar records: what is at the same place in posts, cards or reviews. A group of records consists
 * of sibling elements with the same name and class words and several blocks each; a place is the chain of element shapes
 * between the record and the block.
 */
import { classGroupNames } from '../class-words.ts'
import type { BlockFacts } from '../facts.ts'

/** Groups of class words for texts written by several people in sequence. */
const writtenGroups = new Set(['review', 'comment', 'post'].map((name) => classGroupNames.indexOf(name)))

/** Elements that can be records without class words; other elements need class words. */
const recordElements = new Set(['li', 'article', 'section', 'figure', 'details', 'dd', 'dt', 'tr', 'blockquote'])

/** The same place in all records of a group. */
export interface Place {
  blocks: number[]
  /** Group of the records, as in `Repeats`. */
  group: number
  isWritten: boolean
  words: number
  linkWords: number
  prices: number
  /** Number of records with this place, and the last one seen. */
  records: number
  last: number
}

/** Returns the weight of a block in words; one of symbols without a word gets a small weight. */
export const wordsOf = (words: Float64Array, block: number): number => words[block]! + 0.1

/** Returns the places of all groups of records of a page. */
export function readPlaces(facts: BlockFacts): Place[] {
  const { blocks, measures, surroundings } = facts
  const { record, path } = readPaths(facts)
  const places = new Map<number, Place>()
  for (let block = 0; block < blocks.count; block++) {
    const holder = blocks.holder[block]!
    const at = record[holder]!
    if (at < 0) continue
    const group = facts.structure.repeats.group[at]!
    // Both fit exactly into one number: at most 2^18 groups, and 32-bit paths.
    const key = group * 2 ** 32 + (path[holder]! >>> 0)
    let place = places.get(key)
    if (place === undefined) {
      const isWritten = surroundings.names[at]!.groups.some((name) => writtenGroups.has(name))
      place = { blocks: [], group, isWritten, words: 0, linkWords: 0, prices: 0, records: 0, last: -1 }
      places.set(key, place)
    }
    place.blocks.push(block)
    place.words += wordsOf(measures.words, block)
    place.linkWords += measures.linkWords[block]!
    place.prices += measures.prices[block]!
    if (place.last !== at) place.records++
    place.last = at
  }
  return [...places.values()]
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
