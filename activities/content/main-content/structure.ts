/**
 * Describes where blocks are in the tree: for each element the next larger part of the page, groups of siblings
 * with the same shape, and the element that holds most of the running text.
 */
import type { PageBlocks } from './blocks.ts'
import type { BlockMeasures } from './measures.ts'

/** Sums over all blocks before each block, so that the sum of a range is one subtraction. */
export interface RunningSums {
  words: Float64Array
  linkWords: Float64Array
  stops: Float64Array
  /** Words of blocks that are running text. */
  prose: Float64Array
  prices: Float64Array
}

/** Groups of siblings that look alike. */
export interface Repeats {
  /** For each element: index of its group, or -1. */
  group: Int32Array
  /** For each element: its position in the group. */
  place: Int32Array
  /** For each group: number of members, and sums over them. */
  size: number[]
  words: number[]
  linkWords: number[]
  /** For each group: sum of the squares of the members' word counts. */
  squares: number[]
  prose: number[]
  prices: number[]
  pictures: number[]
  blocks: number[]
  /** For each group: first block of the first member, and the block after the last one of the last member. */
  first: number[]
  end: number[]
}

/** The structure of a page. */
export interface PageStructure {
  sums: RunningSums
  /** For each element, the nearest ancestor with more blocks; -1 at the top. */
  larger: Int32Array
  repeats: Repeats
  /** For each element: score as the container of running text. */
  proseScore: Float64Array
  /** The element with the best score; -1 when there is no running text. */
  best: number
}

/** Reads the structure. @param shape a number for each element, equal for elements that look alike. */
export function readStructure(blocks: PageBlocks, m: BlockMeasures, shape: Int32Array): PageStructure {
  const { elements } = blocks
  const count = elements.nodes.length
  const larger = new Int32Array(count).fill(-1)
  for (let at = 1; at < count; at++) {
    const parent = elements.parent[at]!
    larger[at] = sizeOf(blocks, parent) > sizeOf(blocks, at) ? parent : larger[parent]!
  }
  const sums = runningSums(blocks.count, m)
  const { proseScore, best } = scoreProse(blocks, m, larger)
  return { sums, larger, repeats: findRepeats(blocks, sums, shape), proseScore, best }
}

/** Returns how many blocks are below an element. */
export const sizeOf = ({ elements }: PageBlocks, element: number): number =>
  elements.end[element]! - elements.first[element]!

/** Returns true when a block is running text. */
export const isProse = (m: BlockMeasures, block: number): boolean =>
  m.words[block]! >= 12 && m.linkWords[block]! < 0.4 * m.words[block]! && (m.stops[block]! > 0 || m.words[block]! >= 25)

function runningSums(count: number, m: BlockMeasures): RunningSums {
  const sum = (value: (block: number) => number): Float64Array => {
    const sums = new Float64Array(count + 1)
    for (let block = 0; block < count; block++) sums[block + 1] = sums[block]! + value(block)
    return sums
  }
  return {
    words: sum((block) => m.words[block]!),
    linkWords: sum((block) => m.linkWords[block]!),
    stops: sum((block) => m.stops[block]!),
    prose: sum((block) => (isProse(m, block) ? m.words[block]! : 0)),
    prices: sum((block) => m.prices[block]!),
  }
}

function findRepeats(blocks: PageBlocks, sums: RunningSums, shape: Int32Array): Repeats {
  const { elements } = blocks
  const count = elements.nodes.length
  const repeats: Repeats = {
    group: new Int32Array(count).fill(-1),
    place: new Int32Array(count),
    size: [],
    words: [],
    linkWords: [],
    squares: [],
    prose: [],
    prices: [],
    pictures: [],
    blocks: [],
    first: [],
    end: [],
  }
  const sizes = [
    repeats.size,
    repeats.words,
    repeats.linkWords,
    repeats.squares,
    repeats.prose,
    repeats.prices,
    repeats.pictures,
    repeats.blocks,
  ]
  const groups = new Map<number, number>()
  for (let at = 1; at < count; at++) {
    const first = elements.first[at]!
    const end = elements.end[at]!
    if (end === first) continue
    // Both fit exactly into one number: at most 2^18 elements, and 32-bit shapes.
    const key = elements.parent[at]! * 2 ** 32 + (shape[at]! >>> 0)
    let group = groups.get(key)
    if (group === undefined) {
      group = repeats.size.length
      groups.set(key, group)
      for (const size of sizes) size.push(0)
      repeats.first.push(first)
      repeats.end.push(end)
    }
    const words = sums.words[end]! - sums.words[first]!
    repeats.group[at] = group
    repeats.place[at] = repeats.size[group]!++
    repeats.words[group]! += words
    repeats.linkWords[group]! += sums.linkWords[end]! - sums.linkWords[first]!
    repeats.squares[group]! += words * words
    repeats.prose[group]! += sums.prose[end]! - sums.prose[first]!
    repeats.prices[group]! += sums.prices[end]! - sums.prices[first]!
    repeats.pictures[group]! += elements.pictures.end[at]! - elements.pictures.start[at]!
    repeats.blocks[group]! += end - first
    repeats.end[group] = end
  }
  return repeats
}

/** Adds the words of each block of running text to the parts around it; the share halves with each larger part. */
function scoreProse(
  blocks: PageBlocks,
  m: BlockMeasures,
  larger: Int32Array,
): { proseScore: Float64Array; best: number } {
  const proseScore = new Float64Array(blocks.elements.nodes.length)
  let best = -1
  for (let block = 0; block < blocks.count; block++) {
    if (!isProse(m, block)) continue
    let element = blocks.innermost[block]!
    if (sizeOf(blocks, element) <= 1) element = larger[element]!
    let share = m.words[block]! - m.linkWords[block]!
    for (let level = 0; level < 3 && element >= 0; level++) {
      proseScore[element]! += share
      if (best < 0 || proseScore[element]! > proseScore[best]!) best = element
      element = larger[element]!
      share /= 2
    }
  }
  return { proseScore, best }
}
