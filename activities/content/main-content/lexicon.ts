/**
 * Words that tell content from what surrounds it, with the weight each was found to have on many
 * sites: words of class names and ids, words and whole phrases of short texts.
 */
import { WordReader } from '../../html/word-reader.ts'
import type { PageBlocks } from './blocks.ts'
import type { BlockMeasures } from './measures.ts'

/** Weights as log-odds beyond those of any block; a word that is missing weighs nothing. */
export interface Lexicon {
  /** Of words in the names of elements that hold one block. */
  near: ReadonlyMap<string, number>
  /** Of words in the names of elements that hold several. */
  far: ReadonlyMap<string, number>
  /** Of words of short blocks, by hash. */
  words: ReadonlyMap<number, number>
  /** Of whole short blocks, by hash. */
  phrases: ReadonlyMap<number, number>
}

/** Blocks with at most this many words are read for words, and as phrases. */
export const shortWordsMax = 12
export const phraseWordsMax = 8

/** Knows no word. */
export const emptyLexicon: Lexicon = { near: new Map(), far: new Map(), words: new Map(), phrases: new Map() }

const reader = new WordReader()

/** The words of a block by hash, each once; no digits. */
export function blockHashes(blocks: PageBlocks, block: number): Set<number> {
  const hashes = new Set<number>()
  for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
    const count = reader.read(blocks.texts[at]!.text ?? '', 40)
    for (let word = 0; word < count; word++) hashes.add(reader.hashes[word]!)
  }
  return hashes
}

/** Log-odds that the words of a short block speak for; 0 for long ones. */
export function weighText(
  blocks: PageBlocks,
  m: BlockMeasures,
  block: number,
  lexicon: Lexicon,
): { words: number; phrase: number } {
  if (m.words[block]! > shortWordsMax) return { words: 0, phrase: 0 }
  let sum = 0
  const hashes = blockHashes(blocks, block)
  for (const hash of hashes) sum += lexicon.words.get(hash) ?? 0
  const phrase = m.words[block]! <= phraseWordsMax ? (lexicon.phrases.get(m.hash[block]!) ?? 0) : 0
  return { words: hashes.size === 0 ? 0 : sum / Math.sqrt(hashes.size), phrase }
}
