/** The trained model of content blocks: a lexicon of words and a forest of trees. */
import { readFileSync } from 'node:fs'
import type { TreeNode } from '../../html/tree.ts'
import type { PageBlocks } from './blocks.ts'
import { readFacts, type BlockFacts } from './facts.ts'
import { columnNames, writeFeatures } from './features.ts'
import { loadForest, type ForestFile } from './forest/forest-file.ts'
import { scoreRows, type Forest } from './forest/forest.ts'
import type { Lexicon } from './lexicon.ts'

/** The content of a parsed model file. */
export interface ModelFile {
  lexicon: {
    near: Record<string, number>
    far: Record<string, number>
    words: PackedWeights
    phrases: PackedWeights
  }
  forest: ForestFile
}

/** Weights by hash, as little-endian bytes in base64: 32-bit hashes, and weights as 16-bit integers in hundredths. */
interface PackedWeights {
  hashes: string
  hundredths: string
}

/** A model that is ready to use. */
export interface BlockModel {
  lexicon: Lexicon
  forest: Forest
}

/** Reads a model file. @throws RangeError when it is invalid or was trained with other columns. */
export function readModel(file: ModelFile): BlockModel {
  const { near, far, words, phrases } = file.lexicon
  return {
    lexicon: {
      near: new Map(Object.entries(near)),
      far: new Map(Object.entries(far)),
      words: unpack(words),
      phrases: unpack(phrases),
    },
    forest: loadForest(file.forest, columnNames),
  }
}

/** Returns a model in its file format. */
export function writeModel(lexicon: Lexicon, forest: ForestFile): ModelFile {
  return {
    lexicon: {
      near: Object.fromEntries(lexicon.near),
      far: Object.fromEntries(lexicon.far),
      words: pack(lexicon.words),
      phrases: pack(lexicon.phrases),
    },
    forest,
  }
}

function pack(weights: ReadonlyMap<number, number>): PackedWeights {
  const hundredths = Int16Array.from(weights.values(), (weight) => Math.round(weight * 100))
  return { hashes: base64(Int32Array.from(weights.keys())), hundredths: base64(hundredths) }
}

const base64 = (array: Int16Array | Int32Array): string => Buffer.from(array.buffer).toString('base64')

function unpack({ hashes, hundredths }: PackedWeights): Map<number, number> {
  const keys = new Int32Array(Uint8Array.from(Buffer.from(hashes, 'base64')).buffer)
  const weights = new Int16Array(Uint8Array.from(Buffer.from(hundredths, 'base64')).buffer)
  if (keys.length !== weights.length)
    throw new RangeError(`model file: ${keys.length} words, ${weights.length} weights`)
  return new Map(Array.from(keys, (key, at) => [key, weights[at]! / 100]))
}

let shipped: BlockModel | null = null

/** Returns the model that is part of the program; it is read once per thread. */
export function shippedModel(): BlockModel {
  shipped ??= readModel(JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8')) as ModelFile)
  return shipped
}

/** The scores that the model gives the blocks of a page. */
export interface ScoredBlocks {
  facts: BlockFacts
  /** Probability of each block being content, 0 to 1. */
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
