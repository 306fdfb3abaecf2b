/** Reads the parts of a page around its blocks: long texts, headings, prices and groups of similar elements. */
import type { PageBlocks } from './blocks.ts'
import type { BlockMeasures } from './measures.ts'
import type { Sections } from './sections.ts'
import type { PageStructure } from './structure.ts'

/** Limit on the distance to a price, blocks. */
export const priceDistanceMax = 100

/** What columns about the parts around a block read of a page. */
export interface PageParts {
  /** For each element: words of the longest block in it that is not mainly links. */
  longest: Float64Array
  /** Headings before each block. */
  headings: Int32Array
  /** For each block: the nearest one with a price, itself included; far away if none exists. */
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
export function readParts(
  blocks: PageBlocks,
  m: BlockMeasures,
  structure: PageStructure,
  sections: Sections,
): PageParts {
  const { parent } = blocks.elements
  const { group: groups, size, words } = structure.repeats
  const { count } = blocks
  const elements = parent.length
  const longest = new Float64Array(elements)
  const headings = new Int32Array(count + 1)
  const priceBefore = new Int32Array(count)
  const priceBehind = new Int32Array(count)
  for (let block = 0, at = -priceDistanceMax; block < count; block++) {
    const inside = blocks.innermost[block]!
    const own = m.linkWords[block]! < 0.5 * m.words[block]! ? m.words[block]! : 0
    longest[inside] = Math.max(longest[inside]!, own)
    const section = sections.of[block]!
    headings[block + 1] = headings[block]! + (section >= 0 && sections.heading[section] === block ? 1 : 0)
    if (m.prices[block]! > 0) at = block
    priceBefore[block] = at
  }
  for (let block = count - 1, at = count + priceDistanceMax; block >= 0; block--) {
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
