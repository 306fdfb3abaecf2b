/** Collects everything that is read from a page before its blocks are described one by one. */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { PageBlocks } from './blocks.ts'
import { readEvidence, type PageEvidence } from './evidence.ts'
import { weighTexts, type Lexicon, type TextWeights } from './lexicon.ts'
import { measureBlocks, type BlockMeasures } from './measures.ts'
import { readParts, type PageParts } from './page-parts.ts'
import { readSections, type Sections } from './sections.ts'
import { isProse, readStructure, type PageStructure } from './structure.ts'
import { ancestorKinds, distanceTo, notAbove, readSurroundings, type Surroundings } from './surroundings.ts'

const hiddenAt = ancestorKinds.indexOf('hidden')

/** Everything that was read about a page's blocks. */
export interface BlockFacts {
  blocks: PageBlocks
  measures: BlockMeasures
  surroundings: Surroundings
  structure: PageStructure
  evidence: PageEvidence
  page: PageTotals
  lexicon: Lexicon
  rows: Neighbours
  sections: Sections
  weights: TextWeights
  parts: PageParts
}

/** Sums and counts of the whole page. */
export interface PageTotals {
  words: number
  linkWords: number
  prose: number
  proseBlocks: number
  prices: number
  articles: number
  mains: number
  headings: number
  forms: number
  comments: number
  hiddenWords: number
  /** Size and words of the group of similar elements with the most words. */
  groupSize: number
  groupWords: number
  /** Its first block, and the one behind its last. */
  groupFirst: number
  groupEnd: number
  /** Means of its members, and share of its words in links. */
  groupMean: PageGroup
  times: number
  paragraphs: number
  items: number
  cells: number
}

/** What the members of a group of similar elements have on average. */
interface PageGroup {
  linkShare: number
  prices: number
  pictures: number
  blocks: number
}

/** Reads all facts of a page. */
export function readFacts(document: TreeNode, pageUrl: string, blocks: PageBlocks, lexicon: Lexicon): BlockFacts {
  const evidence = readEvidence(document, pageUrl)
  const measures = measureBlocks(blocks, evidence)
  const surroundings = readSurroundings(blocks, lexicon)
  const structure = readStructure(blocks, measures, surroundings.shape)
  const page = totals(blocks, measures, surroundings, structure)
  const rows = readNeighbours(blocks, measures, surroundings)
  const sections = readSections(blocks)
  const weights = weighTexts(blocks, measures, lexicon)
  const parts = readParts(blocks, measures, structure, sections)
  return { blocks, measures, surroundings, structure, evidence, page, lexicon, rows, sections, weights, parts }
}

function totals(
  blocks: PageBlocks,
  m: BlockMeasures,
  around: Surroundings,
  { sums, repeats }: PageStructure,
): PageTotals {
  const count = blocks.count
  const page: PageTotals = {
    words: sums.words[count]!,
    linkWords: sums.linkWords[count]!,
    prose: sums.prose[count]!,
    proseBlocks: 0,
    prices: m.prices.reduce((sum, prices) => sum + prices, 0),
    articles: 0,
    mains: 0,
    headings: 0,
    forms: 0,
    comments: 0,
    hiddenWords: 0,
    groupSize: 0,
    groupWords: 0,
    groupFirst: 0,
    groupEnd: 0,
    groupMean: { linkShare: 0, prices: 0, pictures: 0, blocks: 0 },
    times: 0,
    paragraphs: 0,
    items: 0,
    cells: 0,
  }
  for (let block = 0; block < count; block++) {
    if (isProse(m, block)) page.proseBlocks++
    if (distanceTo(around, blocks.innermost[block]!, hiddenAt) < notAbove) page.hiddenWords += m.words[block]!
  }
  for (const node of blocks.elements.nodes) {
    const name = node.name
    if (name === 'article') page.articles++
    else if (name === 'main') page.mains++
    else if (name === 'h2' || name === 'h3') page.headings++
    else if (name === 'form') page.forms++
    else if (name === 'time') page.times++
    else if (name === 'p') page.paragraphs++
    else if (name === 'li') page.items++
    else if (name === 'td') page.cells++
  }
  for (const names of around.names)
    if (names.words.includes('comment') || names.words.includes('reply')) page.comments++
  repeats.size.forEach((size, group) => {
    if (size >= 3 && repeats.words[group]! > page.groupWords) {
      page.groupSize = size
      page.groupWords = repeats.words[group]!
      page.groupFirst = repeats.first[group]!
      page.groupEnd = repeats.end[group]!
      page.groupMean = {
        linkShare: repeats.linkWords[group]! / repeats.words[group]!,
        prices: repeats.prices[group]! / size,
        pictures: repeats.pictures[group]! / size,
        blocks: repeats.blocks[group]! / size,
      }
    }
  })
  return page
}

/** For each block, data about the blocks before and after it. */
export interface Neighbours {
  /** Index of the last heading block before the block; -1 if none exists. */
  heading: Int32Array
  /** Nearest block of running text before and after, the block itself excluded; -1 if none exists. */
  proseBefore: Int32Array
  proseBehind: Int32Array
  /** The first block under a level-1 heading; -1 if none exists. */
  title: number
  /** Number of blocks with the same text, by text hash. */
  twins: Map<number, number>
  /** Number of blocks with the same text before the block. */
  twinsBefore: Int32Array
  /** For each block: hash of the shapes of its holder and the holder's parent. */
  style: Int32Array
  styles: Map<number, StyleTotals>
}

interface StyleTotals {
  blocks: number
  words: number
  linkWords: number
  prose: number
}

function readNeighbours(blocks: PageBlocks, m: BlockMeasures, around: Surroundings): Neighbours {
  const count = blocks.count
  const rows: Neighbours = {
    heading: new Int32Array(count).fill(-1),
    proseBefore: new Int32Array(count).fill(-1),
    proseBehind: new Int32Array(count).fill(-1),
    title: -1,
    twins: new Map(),
    twinsBefore: new Int32Array(count),
    style: new Int32Array(count),
    styles: new Map(),
  }
  const { nodes, parent } = blocks.elements
  let heading = -1
  let prose = -1
  for (let block = 0; block < count; block++) {
    rows.proseBefore[block] = prose
    rows.heading[block] = heading
    const holder = blocks.holder[block]!
    const level = headingLevel(nodes[holder]!)
    if (level > 0) {
      heading = block
      if (rows.title < 0 && level === 1) rows.title = block
    }
    if (isProse(m, block)) prose = block
    const hash = m.hash[block]!
    rows.twinsBefore[block] = rows.twins.get(hash) ?? 0
    rows.twins.set(hash, rows.twinsBefore[block]! + 1)
    const above = parent[holder]!
    const style = Math.imul(around.shape[holder]!, 31) ^ (above < 0 ? 0 : Math.imul(around.shape[above]!, 17))
    rows.style[block] = style
    const look = rows.styles.get(style) ?? { blocks: 0, words: 0, linkWords: 0, prose: 0 }
    look.blocks++
    look.words += m.words[block]!
    look.linkWords += m.linkWords[block]!
    if (isProse(m, block)) look.prose++
    rows.styles.set(style, look)
  }
  prose = -1
  for (let block = count - 1; block >= 0; block--) {
    rows.proseBehind[block] = prose
    if (isProse(m, block)) prose = block
  }
  return rows
}
