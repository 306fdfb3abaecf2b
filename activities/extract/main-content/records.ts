/** Keeps records alike: what stands at one place of posts, reviews, cards or items is kept in all of them or in none. */
import type { BlockFacts } from './facts.ts'

/** With this share of the words at a place kept, all of them are; with less than the other, none. */
export const R = { k: 0.5, d: 0.3, kp: 0.25, dp: 0.6 }
/** So few records say nothing about what to drop. */
const recordsMin = 3

/** Elements that are records by their kind; others need a name. */
const recordElements = new Set(['li', 'article', 'section', 'figure', 'details', 'dd', 'dt', 'tr', 'blockquote'])

/** What stands at one place of all records of a group. */
interface Place {
  blocks: number[]
  words: number
  keptWords: number
  /** Records that have it, and the last one seen. */
  records: number
  last: number
}

/**
 * Settles each place of each group of records by the share of its words that is kept.
 * A group is elements beside each other with the same name and class words, with several blocks each;
 * a place is the chain of names between the record and the block.
 * @param kept 1 for each kept block; changed.
 */
export function settleRecords(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): void {
  for (const { blocks, words, keptWords, records } of placesOf(facts, kept)) {
    if (keptWords === 0 || keptWords === words) continue
    const share = keptWords / words
    if (share >= R.k) for (const block of blocks) { if (probabilities[block]! >= R.kp) kept[block] = 1 }
    else if (share < R.d && records >= recordsMin) for (const block of blocks) { if (probabilities[block]! < R.dp) kept[block] = 0 }
  }
}

export function evenOut(facts: BlockFacts, probabilities: Float64Array, strength: number, spread: number, min: number): Float64Array {
  const even = Float64Array.from(probabilities)
  for (const { blocks, words, keptWords: _, records } of placesOf(facts, new Uint8Array(probabilities.length))) {
    if (records < min || blocks.length < 2) continue
    let sum = 0
    for (const block of blocks) sum += probabilities[block]! * (facts.measures.words[block]! + 0.1)
    const mean = sum / words
    for (const block of blocks) if (Math.abs(probabilities[block]! - mean) <= spread) even[block] = probabilities[block]! + strength * (mean - probabilities[block]!)
  }
  return even
}

function placesOf(facts: BlockFacts, kept: Uint8Array): Iterable<Place> {
  const { blocks, measures, surroundings } = facts
  const { record, path } = readPaths(facts)
  const places = new Map<number, Map<number, Place>>()
  for (let block = 0; block < blocks.count; block++) {
    const holder = blocks.holder[block]!
    const at = record[holder]!
    if (at < 0) continue
    const group = facts.structure.repeats.group[at]!
    let inGroup = places.get(group)
    if (inGroup === undefined) places.set(group, (inGroup = new Map()))
    const key = path[holder]!
    let place = inGroup.get(key)
    if (place === undefined) inGroup.set(key, (place = { blocks: [], words: 0, keptWords: 0, records: 0, last: -1 }))
    const words = measures.words[block]! + 0.1
    place.blocks.push(block)
    place.words += words
    if (kept[block] === 1) place.keptWords += words
    if (place.last !== at) place.records++
    place.last = at
  }
  void surroundings
  return Array.from(places.values(), (inGroup) => [...inGroup.values()]).flat()
}

/** For each element the record it is in, -1 for none, and a hash of what is between. */
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
