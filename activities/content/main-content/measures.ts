/** Counts features in the text of each block without creating a string per word. */
import type { TreeNode } from '../../html/tree.ts'
import { WordReader } from '../../html/word-reader.ts'
import type { PageBlocks } from './blocks.ts'
import { pairHash, type PageEvidence } from './evidence.ts'

/** Counts for each block. */
export interface BlockMeasures {
  /** Number of words; in scripts without spaces two characters count as one word. */
  words: Float64Array
  linkWords: Float64Array
  characters: Float64Array
  /** Words that begin with a capital letter. */
  capitals: Float64Array
  /** Words with a digit. */
  figures: Float64Array
  /** Ends of sentences. */
  stops: Float64Array
  commas: Float64Array
  /** Characters that separate items of a menu or label: bars, arrows, bullets, colons. */
  separators: Float64Array
  /** Currency signs. */
  prices: Float64Array
  /** Words that are in the titles of the page, and word pairs that its head or structured data states. */
  titled: Float64Array
  stated: Float64Array
  links: Float64Array
  /** Number of words used for comparison, where each character of a script without spaces is one word. */
  compared: Float64Array
  /** Hash of the words in order. */
  hash: Int32Array
  /** 1 when the last visible character ends a sentence. */
  endsSentence: Uint8Array
}

const reader = new WordReader()

/** Measures all blocks. @param evidence titles and stated texts that the blocks are compared with. */
export function measureBlocks(blocks: PageBlocks, evidence: PageEvidence): BlockMeasures {
  const count = blocks.count
  const numbers = (): Float64Array => new Float64Array(count)
  const flags = (): Uint8Array => new Uint8Array(count)
  const measures: BlockMeasures = {
    words: numbers(),
    linkWords: numbers(),
    characters: numbers(),
    capitals: numbers(),
    figures: numbers(),
    stops: numbers(),
    commas: numbers(),
    separators: numbers(),
    prices: numbers(),
    titled: numbers(),
    stated: numbers(),
    links: numbers(),
    compared: numbers(),
    hash: new Int32Array(count),
    endsSentence: flags(),
  }
  for (let block = 0; block < count; block++) {
    let link: TreeNode | null = null
    let last = 0
    for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
      const node = blocks.texts[at]!
      const isLinked = blocks.linked[at] === 1
      measureText(node.text ?? '', block, isLinked, measures)
      last = compareText(node.text ?? '', last, block, evidence, measures)
      if (isLinked && node.parent !== link) {
        link = node.parent
        measures.links[block]!++
      }
    }
  }
  return measures
}

const space = 0
const small = 1
const capital = 2
const digit = 3
const stop = 4
const comma = 5
const separator = 6
const money = 7
const sign = 8
/** Character of a script without spaces. */
const ideograph = 9

function measureText(text: string, block: number, isLinked: boolean, m: BlockMeasures): void {
  let [words, ideographs, characters] = [0, 0, 0]
  let [capitals, figures, stops, commas, separators, prices] = [0, 0, 0, 0, 0, 0]
  let inWord = false
  let hasDigit = false
  let last = space
  let lastCode = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    const kind = code < 128 ? asciiKinds[code]! : kindOf(code)
    if (kind === small || kind === capital || kind === digit) {
      if (!inWord) {
        inWord = true
        words++
        if (kind === capital) capitals++
      }
      if (kind === digit && !hasDigit) {
        hasDigit = true
        figures++
      }
    } else {
      inWord = false
      hasDigit = false
      if (kind === ideograph) ideographs++
      else if (kind === comma) commas++
      else if (kind === separator) separators++
      else if (kind === money) prices++
      // A stop counts only at the end of a word, not inside a number or name.
      else if (kind === stop && code > 0x30_00) stops++
      else if (kind === space && last === stop && lastCode < 0x30_00) stops++
    }
    if (kind !== space) {
      characters++
      lastCode = code
      last = kind
    } else if (last === stop && lastCode < 0x30_00) {
      // Only the first space after a stop ends the sentence.
      last = sign
    }
  }
  if (characters === 0) return
  words += ideographs / 2
  m.characters[block]! += characters
  m.words[block]! += words
  if (isLinked) m.linkWords[block]! += words
  m.capitals[block]! += capitals
  m.figures[block]! += figures
  m.stops[block]! += stops
  m.commas[block]! += commas
  m.separators[block]! += separators
  m.prices[block]! += prices
  m.endsSentence[block] = sentenceEnds.has(lastCode) ? 1 : 0
}

/** Full stop, exclamation and question mark, ideographic full stop, ellipsis. */
const sentenceEnds = new Set([46, 33, 63, 0x30_02, 0x20_26])

/** Only this many words from the start of a text are compared. */
const comparedWordsMax = 2_000

/** Compares a text with the evidence and adds it to the block's hash. @returns the hash of the last word. */
function compareText(text: string, before: number, block: number, evidence: PageEvidence, m: BlockMeasures): number {
  const count = reader.read(text, comparedWordsMax)
  let hash = m.hash[block]!
  let last = before
  for (let at = 0; at < count; at++) {
    const word = reader.asWritten[at]!
    hash = Math.imul(hash ^ word, 0x5b_d1_e9_95) ^ (hash >>> 13)
    if (evidence.titleWords.has(word)) m.titled[block]!++
    if (evidence.statedPairs.has(pairHash(last, word))) m.stated[block]!++
    last = word
  }
  m.hash[block] = hash
  m.compared[block]! += count
  return last
}

function kindOf(code: number): number {
  if (code < 128) {
    if (code >= 97 && code <= 122) return small
    if (code >= 65 && code <= 90) return capital
    if (code >= 48 && code <= 57) return digit
    if (code <= 32) return space
    if (code === 46 || code === 33 || code === 63) return stop
    if (code === 44 || code === 59) return comma
    if (code === 124 || code === 58 || code === 62 || code === 60 || code === 47) return separator
    if (code === 36) return money
    return code === 95 ? small : sign
  }
  if (code === 0xa0 || code === 0x30_00 || code === 0x20_0b || code === 0xfe_ff) return space
  if ((code >= 0xa2 && code <= 0xa5) || (code >= 0x20_a0 && code <= 0x20_cf)) return money
  if (code === 0xbb || code === 0xab || code === 0xb7 || code === 0x20_22 || code === 0x20_3a) return separator
  if (code >= 0x21_90 && code <= 0x21_ff) return separator
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return sign
  if ((code >= 0xc0 && code <= 0xde) || (code >= 0x04_10 && code <= 0x04_2f)) return capital
  if (code === 0x20_26 || code === 0x30_02 || code === 0xff_01 || code === 0xff_1f) return stop
  if (code === 0x30_01 || code === 0xff_0c) return comma
  if (code >= 0x20_00 && code <= 0x2b_ff) return sign
  if (code >= 0x30_01 && code <= 0x30_3f) return sign
  if (code >= 0x30_40 && code <= 0x9f_ff) return ideograph
  return small
}

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code))

/** Returns the share of a block's words that are in the titles of the page. */
export const titleShare = (m: BlockMeasures, block: number): number =>
  m.compared[block]! > 0 ? m.titled[block]! / m.compared[block]! : 0

/** Returns the share of a block's word pairs that the page states in its head or structured data. */
export const statedShare = (m: BlockMeasures, block: number): number =>
  m.compared[block]! > 1 ? m.stated[block]! / (m.compared[block]! - 1) : 0
