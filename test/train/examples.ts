/** Labelled pages as the rows on which a model is trained, held in memory. */
import { readBlocks } from '@seine/activities/content/main-content/blocks.ts'
import { decideBlocks } from '@seine/activities/content/main-content/decision/decide.ts'
import { readFacts } from '@seine/activities/content/main-content/facts.ts'
import { columnNames, writeFeatures } from '@seine/activities/content/main-content/features.ts'
import { emptyLexicon, type Lexicon } from '@seine/activities/content/main-content/lexicon.ts'
import { parseTree } from '@seine/activities/html/parse-tree.ts'
import { firstElement } from '@seine/activities/html/tree.ts'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { scoreWords, wordsOf } from '../bench/extraction/word-score.ts'
import { foldCount, foldOf, siteOf } from './folds.ts'
import { blockWords, labelBlocks } from './labels.ts'
import { LexiconTally } from './lexicon-tally.ts'
import { isOwn, ownArticleType, ownType } from './own-pages.ts'
import type { LabelledPage } from './pages.ts'

/** A page ready for training. */
export interface Example {
  page: LabelledPage
  /** Fold of its site; `foldCount` for a hand-written page, which is in every training and in no score. */
  fold: number
  /** Words of each block, and the wanted words. */
  words: string[][]
  wanted: string[]
  labels: Float32Array
  /** Row of the first block in the matrices. */
  row: number
}

/** All pages. */
export interface Examples {
  list: Example[]
  tally: LexiconTally
  rows: number
  labels: Float32Array
  weights: Float32Array
}

/** Reads pages, labels their blocks and counts their words. */
export function readExamples(pages: Iterable<LabelledPage>): Examples {
  const list: Example[] = []
  const tally = new LexiconTally()
  let rows = 0
  for (const page of pages) {
    const facts = factsOf(page, emptyLexicon)
    if (facts === null) continue
    const { blocks } = facts
    const wanted = wordsOf(page.text)
    const words = Array.from({ length: blocks.count }, (_, block) => blockWords(blocks, block))
    const labels = labelBlocks(words, wanted)
    const site = siteOf(page.url)
    const fold = isOwn(page) ? foldCount : foldOf(site)
    // The lexicon has words of many sites only, and hand-written pages are of none.
    if (!isOwn(page) && hasContent(labels)) tally.add(facts, labels, site)
    list.push({ page, fold, words, wanted, labels, row: rows })
    rows += blocks.count
  }
  const labels = new Float32Array(rows)
  const weights = new Float32Array(rows)
  for (const example of list) weigh(example, labels, weights)
  levelOut(weights)
  return { list, tally, rows, labels, weights }
}

/** Returns true when a block is content; a page without any has an empty label or text that only a script shows. */
export const hasContent = (labels: Float32Array): boolean => labels.some((label) => label > contentShareMin)

/** A block is content when more than this share of its words is wanted. */
const contentShareMin = 0.5

/**
 * Weights of the pages of a type; 1 for others. Articles are most of the pages and the easiest ones; without weights
 * the trees serve them first. A hand-written page is the only one of its kind.
 */
const typeWeights = new Map([
  ['listing', 2],
  ['collection', 2],
  ['product', 1.7],
  ['service', 1.4],
  ['forum', 1.3],
  ['documentation', 1.3],
  [ownType, 5],
  [ownArticleType, 2],
])

/** Weighs each block by how much it can change the page's score; pages have about the same total weight. */
function weigh(example: Example, labels: Float32Array, weights: Float32Array): void {
  if (!hasContent(example.labels)) return
  const pages = typeWeights.get(example.page.type) ?? 1
  const all = example.words.reduce((sum, list) => sum + list.length, 0)
  const size = Math.max(50, Math.min(all, 3 * example.wanted.length + 100))
  example.words.forEach((list, block) => {
    labels[example.row + block] = example.labels[block]! > contentShareMin ? 1 : 0
    weights[example.row + block] = (pages * (list.length + 0.5)) / size
  })
}

/** Caps weights at the 99.9th percentile of those that are not 0 and scales them to a mean of 1. */
function levelOut(weights: Float32Array): void {
  const used = weights.filter((weight) => weight > 0).toSorted()
  const most = used[Math.floor(used.length * 0.999)] ?? 1
  let sum = 0
  for (let row = 0; row < weights.length; row++) sum += weights[row] = Math.min(weights[row]!, most)
  for (let row = 0; row < weights.length; row++) weights[row]! *= used.length / sum
}

function factsOf(page: LabelledPage, lexicon: Lexicon): ReturnType<typeof readFacts> | null {
  const { document } = parseTree(page.html)
  const blocks = readBlocks(firstElement(document, 'body') ?? document, extractLimits.contentBlocksMax)
  return blocks === null ? null : readFacts(document, page.url, blocks, lexicon)
}

/**
 * Returns all rows; the words of each page are weighted by a lexicon without the page's own fold.
 * @param unseen fold whose pages are excluded from every lexicon, for a forest evaluated on them; -1 for none.
 */
export function featureMatrix({ list, tally, rows }: Examples, unseen = -1): Float32Array {
  const lexicons = Array.from({ length: foldCount + 1 }, (_, fold) => tally.lexicon(new Set([fold, unseen])))
  const matrix = new Float32Array(rows * columnNames.length)
  for (const { page, fold, row } of list) {
    matrix.set(writeFeatures(factsOf(page, lexicons[fold]!)!), row * columnNames.length)
  }
  return matrix
}

/** Returns the word F1 of the blocks that would be chosen from a page. */
export function pageF1(example: Example, probabilities: Float64Array): number {
  const { words, wanted, row, page } = example
  const { kept } = decideBlocks(factsOf(page, emptyLexicon)!, probabilities.subarray(row, row + words.length))
  return scoreWords(words.filter((_, block) => kept[block] === 1).flat(), wanted).f1
}
