/** The trained model of content blocks: a lexicon of words and a forest of trees. */
import { readFileSync } from 'node:fs'
import type { TreeNode } from '../tree.ts'
import type { PageBlocks } from './blocks.ts'
import { readFacts, type BlockFacts } from './facts.ts'
import { columnNames, writeFeatures } from './features.ts'
import { loadForest, type ForestFile } from './forest-file.ts'
import { scoreRows, type Forest } from './forest.ts'
import type { Lexicon } from './lexicon.ts'

/** What the model file holds, once parsed. */
export interface ModelFile {
  lexicon: {
    near: Record<string, number>
    far: Record<string, number>
    /** Pairs of a word's hash and its weight, one behind the other. */
    words: number[]
    phrases: number[]
  }
  forest: ForestFile
}

/** A model ready for use. */
export interface BlockModel {
  lexicon: Lexicon
  forest: Forest
}

/** Reads a model file. @throws RangeError when it was made for other columns. */
export function readModel(file: ModelFile): BlockModel {
  const { near, far, words, phrases } = file.lexicon
  return {
    lexicon: {
      near: new Map(Object.entries(near)),
      far: new Map(Object.entries(far)),
      words: pairs(words),
      phrases: pairs(phrases),
    },
    forest: loadForest(file.forest, columnNames),
  }
}

/** A model as its file holds it. */
export function writeModel(lexicon: Lexicon, forest: ForestFile): ModelFile {
  return {
    lexicon: {
      near: Object.fromEntries(lexicon.near),
      far: Object.fromEntries(lexicon.far),
      words: [...lexicon.words].flat(),
      phrases: [...lexicon.phrases].flat(),
    },
    forest,
  }
}

function pairs(flat: readonly number[]): Map<number, number> {
  const map = new Map<number, number>()
  for (let at = 0; at + 1 < flat.length; at += 2) map.set(flat[at]!, flat[at + 1]!)
  return map
}

let shipped: BlockModel | null = null

/** The model that comes with the program, read once a thread. */
export function shippedModel(): BlockModel {
  shipped ??= readModel(JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8')) as ModelFile)
  return shipped
}

/** What the model says of a page's blocks. */
export interface ScoredBlocks {
  facts: BlockFacts
  /** Of being content, for each block. */
  probabilities: Float64Array
}

/** Scores all blocks of a page. */
export function scoreBlocks(
  document: TreeNode,
  pageUrl: string,
  blocks: PageBlocks,
  model: BlockModel = shippedModel(),
): ScoredBlocks {
  const facts = readFacts(document, pageUrl, blocks, model.lexicon)
  const probabilities = new Float64Array(blocks.count)
  scoreRows(model.forest, writeFeatures(facts), blocks.count, probabilities)
  return { facts, probabilities }
}
