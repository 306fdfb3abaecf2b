/** Builds the feature matrix for the block model: one row per block, one column per feature. */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { classGroupNames } from './class-words.ts'
import { evidenceNames } from './evidence.ts'
import type { BlockFacts } from './facts.ts'
import { put, share, type FeatureGroup, type RowWriter } from './feature-group.ts'
import { statedShare, titleShare } from './measures.ts'
import { besideGroup, partGroup, recordGroup } from './part-features.ts'
import { sectionGroup } from './section-features.ts'
import { sizeOf } from './structure.ts'
import { ancestorKinds, distanceCount, distanceTo } from './surroundings.ts'

const holderKinds = ['div', 'p', 'li', 'td', 'h1', 'h2', 'h3', 'h4', 'dt', 'dd', 'th', 'pre', 'section', 'figcaption', 'blockquote', 'summary', 'article', 'body', 'header', 'form', 'aside', 'nav', 'footer', 'main', 'noscript'] // prettier-ignore

const textGroup: FeatureGroup = {
  names: [
    'words', 'characters a word', 'link share', 'links', 'capitals', 'figures', 'stops', 'commas', 'separators',
    'ends sentence', 'texts', 'words a stop',
  ], // prettier-ignore
  write: ({ measures: m, blocks }, block, to) => {
    const words = m.words[block]!
    put(to, words)
    put(to, share(m.characters[block]!, words))
    put(to, share(m.linkWords[block]!, words))
    put(to, m.links[block]!)
    put(to, share(m.capitals[block]!, words))
    put(to, share(m.figures[block]!, words))
    put(to, m.stops[block]!)
    put(to, m.commas[block]!)
    put(to, m.separators[block]!)
    put(to, m.endsSentence[block]!)
    put(to, blocks.textStart[block + 1]! - blocks.textStart[block]!)
    put(to, words / (m.stops[block]! + 1))
  },
}

const neighbourOffsets = [-2, -1, 1, 2]

const neighbourGroup: FeatureGroup = {
  names: [...neighbourOffsets.map((offset) => `words ${offset}`), 'link share -1', 'link share 1'],
  write: ({ measures: m }, block, to) => {
    for (const offset of neighbourOffsets) put(to, m.words[block + offset] ?? -1)
    for (const other of [block - 1, block + 1]) {
      const words = m.words[other]
      put(to, words === undefined ? -1 : share(m.linkWords[other]!, words))
    }
  },
}

const surroundingsGroup: FeatureGroup = {
  names: [
    'holder', 'depth', ...ancestorKinds.map((kind) => `in ${kind}`), ...classGroupNames.map((group) => `named ${group}`),
    'near names', 'far names', 'least names', 'most names', 'text weight', 'phrase weight',
  ], // prettier-ignore
  write: ({ blocks, surroundings, weights }, block, to) => {
    const element = blocks.innermost[block]!
    put(to, holderKinds.indexOf(blocks.elements.nodes[blocks.holder[block]!]!.name))
    put(to, surroundings.depth[element]!)
    for (let column = 0; column < distanceCount; column++) put(to, distanceTo(surroundings, element, column))
    put(to, surroundings.nearWeight[element]!)
    put(to, surroundings.farWeight[element]!)
    put(to, surroundings.leastWeight[element]!)
    put(to, surroundings.mostWeight[element]!)
    put(to, weights.words[block]!)
    put(to, weights.phrases[block]!)
  },
}

const levels = 5

const levelGroup: FeatureGroup = {
  names: Array.from({ length: levels }, (_, level) =>
    ['blocks', 'words', 'link share', 'page share', 'prose share', 'own names'].map(
      (name) => `level ${level + 1} ${name}`,
    ),
  ).flat(),
  write: ({ blocks, structure, page, surroundings }, block, to) => {
    const { sums, larger } = structure
    let element = blocks.innermost[block]!
    if (sizeOf(blocks, element) <= 1) element = larger[element]!
    for (let level = 0; level < levels; level++) {
      if (element < 0) {
        for (let column = 0; column < 6; column++) put(to, -1)
        continue
      }
      const first = blocks.elements.first[element]!
      const end = blocks.elements.end[element]!
      const words = sums.words[end]! - sums.words[first]!
      put(to, end - first)
      put(to, words)
      put(to, share(sums.linkWords[end]! - sums.linkWords[first]!, words))
      put(to, share(words, page.words))
      put(to, share(sums.prose[end]! - sums.prose[first]!, words))
      put(to, surroundings.farWeight[element]!)
      element = larger[element]!
    }
  },
}

const repeatGroup: FeatureGroup = {
  names: [
    'repeat size', 'repeat words', 'repeat link share', 'repeat spread', 'repeat place', 'repeat page share', 'repeat distance',
    'outer size', 'outer words', 'outer link share', 'outer spread', 'outer place', 'outer page share', 'outer distance',
    'twins', 'twins before', 'style blocks', 'style words', 'style link share', 'style prose',
  ], // prettier-ignore
  write: ({ blocks, structure, surroundings, page, rows, measures, parts }, block, to) => {
    const { repeats } = structure
    const start = blocks.innermost[block]!
    for (const nearest of [parts.near, parts.outer]) {
      const at = nearest[start]!
      if (at < 0) {
        for (let column = 0; column < 7; column++) put(to, -1)
        continue
      }
      const group = repeats.group[at]!
      const size = repeats.size[group]!
      const mean = repeats.words[group]! / size
      put(to, size)
      put(to, mean)
      put(to, share(repeats.linkWords[group]!, repeats.words[group]!))
      put(to, share(Math.sqrt(Math.max(0, repeats.squares[group]! / size - mean * mean)), mean))
      put(to, repeats.place[at]! / size)
      put(to, share(repeats.words[group]!, page.words))
      put(to, surroundings.depth[start]! - surroundings.depth[at]!)
    }
    const style = rows.styles.get(rows.style[block]!)!
    put(to, rows.twins.get(measures.hash[block]!)!)
    put(to, rows.twinsBefore[block]!)
    put(to, style.blocks)
    put(to, style.words / style.blocks)
    put(to, share(style.linkWords, style.words))
    put(to, style.prose / style.blocks)
  },
}

/** Cap for word distances: beyond it, the exact position in a long page makes no difference. */
const placeWordsMax = 800

const placeGroup: FeatureGroup = {
  names: [
    'place', 'words before', 'words behind share', 'prose before share', 'prose before', 'prose behind', 'since title', 'words since title',
    'heading level', 'since heading', 'words since heading', 'in best', 'best distance', 'best share', 'best page share', 'title overlap',
    'stated overlap',
  ], // prettier-ignore
  write: (facts, block, to) => {
    const { blocks, structure, page, rows } = facts
    const { sums, best } = structure
    put(to, block / blocks.count)
    put(to, Math.min(placeWordsMax, sums.words[block]!))
    put(to, share(sums.words[block]!, page.words))
    put(to, share(sums.prose[block]!, page.prose))
    put(to, rows.proseBefore[block]! < 0 ? 200 : block - rows.proseBefore[block]!)
    put(to, rows.proseBehind[block]! < 0 ? 200 : rows.proseBehind[block]! - block)
    put(to, rows.title < 0 ? 0 : block - rows.title)
    put(to, rows.title < 0 ? 0 : Math.min(placeWordsMax, sums.words[block]! - sums.words[rows.title]!))
    const heading = rows.heading[block]!
    put(to, heading < 0 ? 0 : headingLevel(blocks.elements.nodes[blocks.holder[heading]!]!))
    put(to, heading < 0 ? -1 : block - heading)
    put(to, heading < 0 ? -1 : sums.words[block]! - sums.words[heading]!)
    const isInBest = best >= 0 && blocks.elements.first[best]! <= block && block < blocks.elements.end[best]!
    put(to, isInBest ? 1 : 0)
    put(to, best < 0 ? -1 : levelsTo(facts, block, best))
    put(to, best < 0 ? 0 : share(structure.proseScore[best]!, page.prose))
    put(
      to,
      best < 0
        ? 0
        : share(sums.words[blocks.elements.end[best]!]! - sums.words[blocks.elements.first[best]!]!, page.words),
    )
    put(to, titleShare(facts.measures, block))
    put(to, statedShare(facts.measures, block))
  },
}

/** Returns how many steps to a larger part it takes from the block to a part that also contains `best`. */
function levelsTo({ blocks, structure }: BlockFacts, block: number, best: number): number {
  const { first, end } = blocks.elements
  let element = blocks.innermost[block]!
  let steps = 0
  while (element >= 0 && !(first[element]! <= first[best]! && end[best]! <= end[element]!) && steps < 20) {
    element = structure.larger[element]!
    steps++
  }
  return steps
}

const pageGroup: FeatureGroup = {
  names: [
    'page words', 'page blocks', 'page link share', 'page prose share', 'page prose blocks', 'page prices', 'page articles', 'page mains',
    'page headings', 'page forms', 'page comments', 'page hidden share', 'page group size', 'page group share', 'page times',
    'page paragraphs', 'page items', 'page cells', 'page pictures', 'page fields', 'page sections', 'page longest', 'page group link share',
    'page group prices', 'page group pictures', 'page group blocks', ...evidenceNames,
  ], // prettier-ignore
  write: ({ page, blocks, evidence, sections, parts }, _block, to) => {
    put(to, page.words)
    put(to, blocks.count)
    put(to, share(page.linkWords, page.words))
    put(to, share(page.prose, page.words))
    put(to, page.proseBlocks)
    put(to, share(page.prices, blocks.count))
    put(to, page.articles)
    put(to, page.mains)
    put(to, page.headings)
    put(to, page.forms)
    put(to, share(page.comments, blocks.count))
    put(to, share(page.hiddenWords, page.words))
    put(to, page.groupSize)
    put(to, share(page.groupWords, page.words))
    put(to, page.times)
    put(to, page.paragraphs)
    put(to, page.items)
    put(to, page.cells)
    put(to, blocks.elements.pictures.end[0]! / (blocks.count + 1))
    put(to, blocks.elements.fields.end[0]!)
    put(to, sections.heading.length)
    put(to, parts.longest[0]!)
    put(to, page.groupMean.linkShare)
    put(to, page.groupMean.prices)
    put(to, page.groupMean.pictures)
    put(to, page.groupMean.blocks)
    for (const kind of evidence.kinds) put(to, kind)
    for (const value of evidence.url) put(to, value)
  },
}

const blockGroups: readonly FeatureGroup[] = [
  textGroup,
  neighbourGroup,
  surroundingsGroup,
  levelGroup,
  repeatGroup,
  placeGroup,
  sectionGroup,
  partGroup,
  besideGroup,
  recordGroup,
]

/** Names of the columns, in order. */
export const columnNames: readonly string[] = [...blockGroups, pageGroup].flatMap((group) => group.names)

/** Returns the rows of all blocks, concatenated. */
export function writeFeatures(facts: BlockFacts): Float32Array {
  const width = columnNames.length
  const to: RowWriter = { out: new Float32Array(facts.blocks.count * width), at: 0 }
  const page: RowWriter = { out: new Float32Array(pageGroup.names.length), at: 0 }
  pageGroup.write(facts, 0, page)
  for (let block = 0; block < facts.blocks.count; block++) {
    for (const group of blockGroups) group.write(facts, block, to)
    to.out.set(page.out, to.at)
    to.at += page.out.length
  }
  return to.out
}
