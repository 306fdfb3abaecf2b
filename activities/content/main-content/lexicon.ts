/**
 * Words that distinguish content from its surroundings, with weights learned from many sites: words of class names
 * and ids, words and whole phrases of short texts.
 */
import { WordReader } from '../../html/word-reader.ts'
import type { PageBlocks } from './blocks.ts'
import type { BlockMeasures } from './measures.ts'

/** Weights as log-odds relative to an average block; a missing word has weight 0. */
export interface Lexicon {
  /** Weights of words in the names of elements that hold one block. */
  near: ReadonlyMap<string, number>
  /** Weights of words in the names of elements that hold several blocks. */
  far: ReadonlyMap<string, number>
  /** Weights of words in short blocks, by hash. */
  words: ReadonlyMap<number, number>
  /** Weights of whole short blocks, by hash. */
  phrases: ReadonlyMap<number, number>
}

/** Maximum number of words of a block that is read for single words, and as a phrase. */
export const shortWordsMax = 12
export const phraseWordsMax = 8

/** A lexicon without words. */
export const emptyLexicon: Lexicon = { near: new Map(), far: new Map(), words: new Map(), phrases: new Map() }

const reader = new WordReader()

/** Returns the hashes of the distinct words of a block; digits are left out. */
export function blockHashes(blocks: PageBlocks, block: number): Set<number> {
  const hashes = new Set<number>()
  for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
    const count = reader.read(blocks.texts[at]!.text ?? '', 40)
    for (let word = 0; word < count; word++) hashes.add(reader.hashes[word]!)
  }
  return hashes
}

/** Log-odds that the texts of short blocks contribute; 0 for long blocks. */
export interface TextWeights {
  /** Of the words of each block, and of its text as a whole. */
  words: Float64Array
  phrases: Float64Array
}

/** Weighs the texts of all blocks. */
export function weighTexts(blocks: PageBlocks, m: BlockMeasures, lexicon: Lexicon): TextWeights {
  const weights: TextWeights = { words: new Float64Array(blocks.count), phrases: new Float64Array(blocks.count) }
  for (let block = 0; block < blocks.count; block++) {
    if (m.words[block]! > shortWordsMax) continue
    weights.words[block] = weighWords(blocks, block, lexicon.words)
    if (m.words[block]! <= phraseWordsMax) weights.phrases[block] = lexicon.phrases.get(m.hash[block]!) ?? 0
  }
  return weights
}

/** The distinct words of the block at hand; a block that is weighed has few. */
const seen: number[] = []

function weighWords(blocks: PageBlocks, block: number, weights: ReadonlyMap<number, number>): number {
  seen.length = 0
  let sum = 0
  for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
    const count = reader.read(blocks.texts[at]!.text ?? '', 40)
    for (let word = 0; word < count; word++) {
      const hash = reader.hashes[word]!
      if (seen.includes(hash)) continue
      seen.push(hash)
      sum += weights.get(hash) ?? 0
    }
  }
  return seen.length === 0 ? 0 : sum / Math.sqrt(seen.length)
}
