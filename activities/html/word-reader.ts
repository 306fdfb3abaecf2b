/** Reads the words of a text as hashes, without creating a string per word. */

const hashStart = 0x81_1c_9d_c5
const hashFactor = 0x01_00_01_93

/** Holds the words of the last text read; the arrays are reused for the next text. */
export class WordReader {
  /** 32-bit hashes with letters A to Z in lower case; 0 for a word with a digit. */
  hashes = new Int32Array(1_024)
  /** The same hashes, including those of words with digits. */
  asWritten = new Int32Array(1_024)

  /**
   * Reads the runs of letters and digits of a text. Scripts written without spaces are read
   * character by character.
   * @param wordsMax maximum number of words to read.
   * @returns the number of words read.
   */
  read(text: string, wordsMax = Infinity): number {
    let { hashes, asWritten } = this
    let count = 0
    let hash = hashStart
    let mark = 1
    let length = 0
    for (let at = 0; at <= text.length && count < wordsMax; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 0
      const kind = code < 128 ? asciiKinds[code]! : kindOf(code)
      if (kind === other || kind === alone) {
        if (length > 0) {
          if (count + 2 > hashes.length) ({ hashes, asWritten } = this.#grow())
          hashes[count] = mark === 0 ? 0 : hash
          asWritten[count] = hash
          count += 1
          length = 0
          hash = hashStart
          mark = 1
        }
        if (kind === alone && count < wordsMax) {
          if (count + 2 > hashes.length) ({ hashes, asWritten } = this.#grow())
          hashes[count] = asWritten[count] = Math.imul(hashStart ^ code, hashFactor)
          count += 1
        }
        continue
      }
      if (kind === digit) mark = 0
      hash = Math.imul(hash ^ (kind === capital ? code | 32 : code), hashFactor)
      length += 1
    }
    return count
  }

  #grow(): { hashes: Int32Array<ArrayBuffer>; asWritten: Int32Array<ArrayBuffer> } {
    this.hashes = doubled(this.hashes)
    this.asWritten = doubled(this.asWritten)
    return { hashes: this.hashes, asWritten: this.asWritten }
  }
}

function doubled(list: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(list.length * 2)
  twice.set(list)
  return twice
}

/**
 * Counts the words of a text as `WordReader` reads them, without their hashes.
 * @returns the number of runs of letters and digits, and of characters of scripts written without spaces.
 */
export function countTextWords(text: string): number {
  let count = 0
  let isInWord = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? asciiKinds[code]! : kindOf(code)
    if (kind === alone || (kind !== other && !isInWord)) count += 1
    isInWord = kind !== other && kind !== alone
  }
  return count
}

/** Reads the texts that are added to sets; they are short. */
const setReader = new WordReader()

/** A set of words by hash, with a lookup table in front that answers most queries. */
export class WordSet {
  readonly #words = new Set<number>()
  readonly #table = new Uint8Array(4_096)

  /** Adds the words of a text, including those with digits. */
  addText(text: string): void {
    const count = setReader.read(text)
    for (let at = 0; at < count; at += 1) this.#add(setReader.asWritten[at]!)
  }

  has(hash: number): boolean {
    return this.#table[hash & 4_095] === 1 && this.#words.has(hash)
  }

  #add(hash: number): void {
    this.#words.add(hash)
    this.#table[hash & 4_095] = 1
  }
}

const other = 0
const letter = 1
const capital = 2
const digit = 3
/** A character that is a word by itself. */
const alone = 4

function kindOf(code: number): number {
  if (code < 128) {
    if (code >= 48 && code <= 57) return digit
    if (code >= 65 && code <= 90) return capital
    return code >= 97 && code <= 122 ? letter : other
  }
  // Spaces, dashes, quotes and symbols.
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? letter : other
  if (code === 0xd7 || code === 0xf7 || code === 0xfe_ff) return other
  if (code >= 0x20_00 && code <= 0x2b_ff) return other
  if (code >= 0x30_00 && code <= 0x30_3f) return other
  return code >= 0x30_40 && code <= 0x9f_ff ? alone : letter
}

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code))
