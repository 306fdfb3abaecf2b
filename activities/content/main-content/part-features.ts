/** Feature columns about what is in the parts around a block: long texts, pictures, form fields, prices, headings. */
import { put, share, type FeatureGroup } from './feature-group.ts'
import { priceDistanceMax } from './page-parts.ts'
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
    put(to, Math.min(priceDistanceMax, block - parts.priceBefore[block]!))
    put(to, Math.min(priceDistanceMax, parts.priceBehind[block]! - block))
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
