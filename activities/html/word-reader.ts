/** The words of a text as hashes, without a string for each. */

const hashStart = 0x81_1c_9d_c5
const hashFactor = 0x01_00_01_93

/** The words of the text read last; used again for the next. */
export class WordReader {
  /** Hashes of 32 bits; letters a to z are read in lower case. A word with a digit has 0. */
  hashes = new Int32Array(1_024)
  /** Hashes of all words, those with digits as well. */
  asWritten = new Int32Array(1_024)

  /**
   * Reads the runs of letters and digits of a text. Scripts written without spaces are read
   * character by character.
   * @param wordsMax where to stop.
   * @returns how many words were read.
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

/** Some words by their hashes, with a table in front that answers most questions. */
export class WordSet {
  readonly #words = new Set<number>()
  readonly #table = new Uint8Array(4_096)

  /** @param sets further sets that are part of this one. */
  constructor(...sets: WordSet[]) {
    for (const set of sets) for (const hash of set.#words) this.#add(hash)
  }

  /** Adds the words of a text, those with digits as well. */
  addText(text: string): void {
    const reader = new WordReader()
    const count = reader.read(text)
    for (let at = 0; at < count; at += 1) this.#add(reader.asWritten[at]!)
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
/** A character that is a word. */
const alone = 4

function kindOf(code: number): number {
  if (code < 128) {
    if (code >= 48 && code <= 57) return digit
    if (code >= 65 && code <= 90) return capital
    return code >= 97 && code <= 122 ? letter : other
  }
  // Spaces, dashes, quotes and signs.
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? letter : other
  if (code === 0xd7 || code === 0xf7 || code === 0xfe_ff) return other
  if (code >= 0x20_00 && code <= 0x2b_ff) return other
  if (code >= 0x30_00 && code <= 0x30_3f) return other
  return code >= 0x30_40 && code <= 0x9f_ff ? alone : letter
}

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code))
