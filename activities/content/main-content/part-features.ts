/** Feature columns about what is in the parts around a block: long texts, pictures, form fields, prices, headings. */
import type { BlockFacts } from './facts.ts'
import { put, share, type FeatureGroup } from './feature-group.ts'
import { sizeOf } from './structure.ts'

const levels = 4

const levelColumns = ['longest', 'pictures', 'fields', 'prices', 'headings']

/** The parts around a block, each larger than the one before. */
export const partGroup: FeatureGroup = {
  names: Array.from({ length: levels }, (_, level) => levelColumns.map((name) => `level ${level + 1} ${name}`)).flat(),
  write: ({ blocks, structure, parts }, block, to) => {
    const { sums, larger } = structure
    const { first, end, pictures, fields } = blocks.elements
    let at = blocks.innermost[block]!
    if (sizeOf(blocks, at) <= 1) at = larger[at]!
    for (let level = 0; level < levels; level++) {
      if (at < 0) {
        for (let column = 0; column < levelColumns.length; column++) put(to, -1)
        continue
      }
      const size = end[at]! - first[at]!
      put(to, parts.longest[at]!)
      put(to, (pictures.end[at]! - pictures.start[at]!) / size)
      put(to, fields.end[at]! - fields.start[at]!)
      put(to, (sums.prices[end[at]!]! - sums.prices[first[at]!]!) / size)
      put(to, (parts.headings[end[at]!]! - parts.headings[first[at]!]!) / size)
      at = larger[at]!
    }
  },
}

/** Limit on the distance to a price, blocks. */
const distanceMax = 100

/** What is beside a block. */
export const besideGroup: FeatureGroup = {
  names: [
    'pictures before', 'pictures behind', 'prices', 'price before', 'price behind', 'longest share', 'text weight -1', 'text weight 1',
    'largest side', 'largest distance',
  ], // prettier-ignore
  write: ({ blocks, measures, parts, weights, page }, block, to) => {
    const { pictures } = blocks
    put(to, pictures[block]! - (block === 0 ? 0 : pictures[block - 1]!))
    put(to, (pictures[block + 1] ?? blocks.elements.pictures.end[0]!) - pictures[block]!)
    put(to, measures.prices[block]!)
    put(to, Math.min(distanceMax, block - parts.priceBefore[block]!))
    put(to, Math.min(distanceMax, parts.priceBehind[block]! - block))
    put(to, share(measures.words[block]!, parts.longest[0]!))
    put(to, weights.words[block - 1] ?? 0)
    put(to, weights.words[block + 1] ?? 0)
    const side = block < page.groupFirst ? -1 : block >= page.groupEnd ? 1 : 0
    put(to, page.groupSize === 0 ? -2 : side)
    put(to, page.groupSize === 0 || side === 0 ? 0 : side < 0 ? page.groupFirst - block : block - page.groupEnd + 1)
  },
}

const repeatColumns = ['prose share', 'prices', 'pictures', 'blocks', 'start', 'end']

/** The records of the nearest group of similar elements, and of the one with the most words. */
export const recordGroup: FeatureGroup = {
  names: [...repeatColumns.map((name) => `repeat ${name}`), ...repeatColumns.map((name) => `outer ${name}`)],
  write: ({ blocks, structure, parts, page }, block, to) => {
    const { repeats, sums } = structure
    const element = blocks.innermost[block]!
    for (const nearest of [parts.near, parts.outer]) {
      const at = nearest[element]!
      if (at < 0) {
        for (let column = 0; column < repeatColumns.length; column++) put(to, -1)
        continue
      }
      const group = repeats.group[at]!
      const size = repeats.size[group]!
      put(to, share(repeats.prose[group]!, repeats.words[group]!))
      put(to, repeats.prices[group]! / size)
      put(to, repeats.pictures[group]! / size)
      put(to, repeats.blocks[group]! / size)
      put(to, share(sums.words[repeats.first[group]!]!, page.words))
      put(to, share(sums.words[repeats.end[group]!]!, page.words))
    }
  },
}

/** What the columns above read of a page. */
export interface PageParts {
  /** For each element: words of the longest block in it that is not mainly links. */
  longest: Float64Array
  /** Headings before each block. */
  headings: Int32Array
  /** For each block: the nearest one with a price, itself included; far away when there is none. */
  priceBefore: Int32Array
  priceBehind: Int32Array
  /** For each element: the nearest one around it, or itself, of a group of similar ones; -1 for none. */
  near: Int32Array
  /** The same of the group with the most words. */
  outer: Int32Array
}

/** Smallest group of similar elements that counts. */
const groupSizeMin = 3

/** Reads the parts of a page. */
export function readParts({ blocks, measures: m, structure, sections }: Omit<BlockFacts, 'parts'>): PageParts {
  const { parent } = blocks.elements
  const { group: groups, size, words } = structure.repeats
  const { count } = blocks
  const elements = parent.length
  const longest = new Float64Array(elements)
  const headings = new Int32Array(count + 1)
  const priceBefore = new Int32Array(count)
  const priceBehind = new Int32Array(count)
  for (let block = 0, at = -distanceMax; block < count; block++) {
    const inside = blocks.innermost[block]!
    const own = m.linkWords[block]! < 0.5 * m.words[block]! ? m.words[block]! : 0
    longest[inside] = Math.max(longest[inside]!, own)
    const section = sections.of[block]!
    headings[block + 1] = headings[block]! + (section >= 0 && sections.heading[section] === block ? 1 : 0)
    if (m.prices[block]! > 0) at = block
    priceBefore[block] = at
  }
  for (let block = count - 1, at = count + distanceMax; block >= 0; block--) {
    if (m.prices[block]! > 0) at = block
    priceBehind[block] = at
  }
  for (let at = elements - 1; at > 0; at--) {
    longest[parent[at]!] = Math.max(longest[parent[at]!]!, longest[at]!)
  }
  const near = new Int32Array(elements).fill(-1)
  const outer = new Int32Array(elements).fill(-1)
  for (let at = 1; at < elements; at++) {
    const above = parent[at]!
    const group = groups[at]!
    const isMember = group >= 0 && size[group]! >= groupSizeMin
    near[at] = isMember ? at : near[above]!
    const most = outer[above]!
    outer[at] = isMember && (most < 0 || words[group]! >= words[groups[most]!]!) ? at : most
  }
  return { longest, headings, priceBefore, priceBehind, near, outer }
}
