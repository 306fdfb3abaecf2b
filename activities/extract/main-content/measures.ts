/** What can be counted in the text of each block: one pass over the characters, no strings made. */
import { WordReader, WordSet } from '../word-reader.ts'
import type { PageBlocks } from './blocks.ts'

/** Counts for each block. */
export interface BlockMeasures {
  /** Words; in scripts without spaces two characters count as one. */
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
  /** Signs that part items of a menu or label: bars, arrows, bullets, colons. */
  separators: Float64Array
  /** Currency signs and words. */
  prices: Float64Array
  /** Words that hold sentences together, in many languages. */
  functionWords: Float64Array
  links: Float64Array
  /** Hash of the words. */
  hash: Int32Array
  /** 1 where the last visible character ends a sentence. */
  endsSentence: Uint8Array
  endsColon: Uint8Array
  /** 1 where the first character is a capital letter. */
  startsCapital: Uint8Array
  copyright: Uint8Array
  questions: Float64Array
}

const functionWordList = new WordSet()
functionWordList.addText(
  `the of and to in is that for it was on are as with his they at be this have from or had by but not what all were when we
  there can an your which their if will each about how up out them then she many some so these would other into has more her
  like him see could than been who now did made may over also after because
  der die das und ist nicht ein eine einen mit von den dem zu auf für sich auch als wie aber oder werden wird sind bei nach
  le la les des et est une un dans pour que qui sur pas avec ce sont par plus mais ou nous vous leur cette
  el los las en es por con una para del como se su lo más pero sus al ha
  il di che è per non gli della una sono con si da come anche nel alla
  o os um uma do da em não com dos na ao mais como
  de het een van en dat op te zijn met voor niet aan er ook door maar
  i w nie na się z do to jest że jak
  и в не на что с по как это для из к но от мы он
  och att det som en på är av för med till den inte
  og i er det på til med af ikke`,
)

const reader = new WordReader()

/** Measures all blocks. */
export function measureBlocks(blocks: PageBlocks): BlockMeasures {
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
    functionWords: numbers(),
    links: numbers(),
    hash: new Int32Array(count),
    endsSentence: flags(),
    endsColon: flags(),
    startsCapital: flags(),
    copyright: flags(),
    questions: numbers(),
  }
  for (let block = 0; block < count; block++) {
    let link: unknown = null
    for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
      const node = blocks.texts[at]!
      const isLinked = blocks.linked[at] === 1
      measureText(node.text ?? '', block, isLinked, measures)
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
/** Characters of scripts without spaces. */
const ideograph = 9

function measureText(text: string, block: number, isLinked: boolean, m: BlockMeasures): void {
  let words = 0
  let ideographs = 0
  let inWord = false
  let hasDigit = false
  let last = space
  let lastCode = 0
  const isFirst = m.characters[block] === 0
  let characters = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    const kind = code < 128 ? asciiKinds[code]! : kindOf(code)
    if (kind === small || kind === capital || kind === digit) {
      if (!inWord) {
        inWord = true
        words++
        if (kind === capital) m.capitals[block]!++
        if (isFirst && words === 1 && kind === capital) m.startsCapital[block] = 1
      }
      if (kind === digit && !hasDigit) {
        hasDigit = true
        m.figures[block]!++
      }
    } else {
      inWord = false
      hasDigit = false
      if (kind === ideograph) ideographs++
      else if (kind === comma) m.commas[block]!++
      else if (kind === separator) m.separators[block]!++
      else if (kind === money) m.prices[block]!++
      else if (code === 0xa9) m.copyright[block] = 1
      if (code === 63 || code === 0xff_1f) m.questions[block]!++
      // A stop counts at the end of a word, not inside a number or name.
      if (kind === stop && code > 0x30_00) m.stops[block]!++
      else if (kind === space && last === stop && lastCode < 0x30_00) m.stops[block]!++
    }
    if (kind !== space) {
      characters++
      lastCode = code
      last = kind
    } else if (last !== stop || lastCode >= 0x30_00) {
      // Only the first space behind a stop ends the sentence.
    } else {
      last = sign
    }
  }
  if (characters === 0) return
  words += ideographs / 2
  m.characters[block]! += characters
  m.words[block]! += words
  if (isLinked) m.linkWords[block]! += words
  m.endsSentence[block] = lastCode === 46 || lastCode === 33 || lastCode === 63 || lastCode === 0x30_02 || lastCode === 0x20_26 ? 1 : 0
  m.endsColon[block] = lastCode === 58 || lastCode === 0xff_1a ? 1 : 0
  const count = reader.read(text)
  let hash = m.hash[block]!
  for (let at = 0; at < count; at++) {
    const word = reader.asWritten[at]!
    hash = Math.imul(hash ^ word, 0x5b_d1_e9_95) ^ (hash >>> 13)
    if (functionWordList.has(word)) m.functionWords[block]!++
  }
  m.hash[block] = hash
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
