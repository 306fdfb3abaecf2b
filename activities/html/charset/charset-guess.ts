/**
 * Guesses the encoding of text that is not UTF-8 and has no declaration.
 *
 * Every candidate encoding decodes a sample of the bytes. The result is priced, in bits, as text of each language
 * that uses the encoding: frequent letters cost little, rare ones more, and what never occurs in text (unassigned
 * bytes, capitals inside words, mixed scripts in a word) costs most. All candidates are priced for the same bytes,
 * so the cheapest is the most likely.
 */
import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js'
import { writtenLanguages, type WrittenLanguage } from './charset-languages.ts'

/** What else is known about a text. */
export interface LanguageHint {
  /** Primary language subtag that the content declares, lower case; null when it declares none. */
  language: string | null
  /** Top-level domain of its URL; null when not known. */
  domain: string | null
}

/** Number of bytes sampled: enough for a page of text, and cheap for every candidate. */
const sampleBytesMax = 6_000

const dearest = 24
const stranger = 13
/** Bits by which a hint lowers the price of a language; the cost of about ten letters. */
const hintBits = 24

/** Bits by which a candidate must be cheaper than the one before it in the list, which is more common. */
const rankBits = 0.5

/** Same as `rankBits`, for all encodings against windows-1252, the most common undeclared legacy encoding. */
const defaultBits = 6

/** Same as `rankBits`, for the encodings of one language: the first is by far the most common. */
const placeBits = 2

/** Symbols common in every language, as far as an encoding has them. */
const commonSigns = new Set('\u00a0“”‘’«»„‚–—…•·©®™°№§€£¥¢´¨²³µ、。「」・（）：；，！？【】《》『』〜～―　‥')

/** Symbols that follow digits, and rarely letters. */
const figureSigns = new Set('×±½¼¾ªº')

/** Symbols that can be inside a word, or between two words without a space. */
const joiners = new Set('\u00a0’‘´·–—…«»“”„®™')

/**
 * Returns the most likely legacy encoding of the bytes.
 * @returns its WHATWG name; `windows-1252` when there is no evidence.
 */
export function guessEncoding(bytes: Uint8Array, hint: LanguageHint): string {
  const sample = sampleOf(bytes)
  if (sample.byteLength === 0) return 'windows-1252'
  const decoded = new Map<string, string>()
  let best = 'windows-1252'
  let least = Infinity
  for (const [index, language] of writtenLanguages.entries()) {
    const isDefault = language.encodings.includes('windows-1252')
    const allowance = index * rankBits + (isDefault ? 0 : defaultBits) - (isHinted(language, hint) ? hintBits : 0)
    for (const [place, encoding] of language.encodings.entries()) {
      const text = decoded.get(encoding) ?? new LegacyDecoder(encoding).decode(sample)
      decoded.set(encoding, text)
      const bits = priceOf(text, modelOf(language)) + allowance + place * placeBits
      if (bits >= least) continue
      least = bits
      best = encoding
    }
  }
  return best
}

/**
 * Returns how unlikely a reading is, for comparing two readings of the same bytes.
 * @returns bits per non-ASCII byte, for the language that fits best.
 */
export function priceOfReading(bytes: Uint8Array, encoding: string): number {
  const sample = sampleOf(bytes)
  const high = sample.filter((byte) => byte > 0x7f).byteLength
  if (high === 0) return 0
  const text = new LegacyDecoder(encoding).decode(sample)
  let least = Infinity
  for (const language of writtenLanguages) least = Math.min(least, priceOf(text, modelOf(language)))
  return least / high
}

const isHinted = (language: WrittenLanguage, hint: LanguageHint): boolean =>
  (hint.language !== null && language.tags.includes(hint.language)) ||
  (hint.language === null && hint.domain !== null && language.domains.includes(hint.domain))

/**
 * Returns the runs with non-ASCII bytes, each with the byte before it. Two consecutive ASCII bytes end a run, so that
 * an ASCII byte that is the second half of a character stays with the first half.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(sampleBytesMax)
  let length = 0
  let at = 0
  while (at < bytes.byteLength && length < sampleBytesMax - 4) {
    if ((bytes[at] ?? 0) < 0x80) {
      at++
      continue
    }
    if (at > 0) sample[length++] = bytes[at - 1] ?? 0
    let ascii = 0
    while (at < bytes.byteLength && ascii < 2 && length < sampleBytesMax - 1) {
      const byte = bytes[at++] ?? 0
      ascii = byte < 0x80 ? ascii + 1 : 0
      sample[length++] = byte
    }
    sample[length++] = 0x20
  }
  return sample.subarray(0, length)
}

interface LanguageModel {
  language: WrittenLanguage
  /** Price of each known letter in bits, by lower-case letter. */
  bits: Map<string, number>
}

const models = new Map<WrittenLanguage, LanguageModel>()

function modelOf(language: WrittenLanguage): LanguageModel {
  const known = models.get(language)
  if (known !== undefined) return known
  const model = { language, bits: letterBits(language) }
  models.set(language, model)
  return model
}

/** Distributes the letters' share of a text over the list, decreasing with the rank according to the letter kind. */
function letterBits({ kind, letters }: WrittenLanguage): Map<string, number> {
  const list = [...new Set(letters)]
  const weights = list.map((_, rank) => {
    if (kind === 'signs') return 1 / (rank + 12)
    return Math.exp((kind === 'alphabet' ? -3 : -1) * (rank / list.length))
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const share = kind === 'signs' ? 0.65 : 0.95
  return new Map(list.map((letter, rank) => [letter, -Math.log2((share * (weights[rank] ?? 0)) / total)]))
}

const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

const beyondAscii = 0x7f
const signBits = 6
/** Bits of a symbol with a letter on both sides. */
const signInWord = 6

/** Kind of the character before the one that is priced. */
type Before = 'none' | 'ascii' | 'lower' | 'upper'

function priceOf(text: string, { language, bits }: LanguageModel): number {
  let price = 0
  let before: Before = 'none'
  let run = 0
  /** True when a symbol follows a letter, so that a letter after it costs extra. */
  let endsWord = false
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code <= beyondAscii) {
      const isLetter = isAsciiLetter(code)
      if (isLetter && endsWord) price += signInWord
      endsWord = false
      // A word in a non-Latin script does not continue in Latin letters.
      if (isLetter && run > 0 && language.kind === 'alphabet') price += 5
      // A single letter between digits is unlikely, unlike a symbol.
      if (run === 1 && !isLetter && language.kind === 'alphabet') price += 3
      before = isLetter ? 'ascii' : 'none'
      run = 0
      continue
    }
    const lower = character.toLowerCase()
    const known = bits.get(lower)
    if (known === undefined) {
      const isFigure = before === 'none' && figureSigns.has(character)
      price += isFigure ? signBits : strangerBits(character, code, language)
      endsWord = before !== 'none' && commonSigns.has(character) && !joiners.has(character)
      before = 'none'
      run = 0
      continue
    }
    price += known
    if (endsWord && language.kind !== 'signs') price += signInWord
    endsWord = false
    if (lower !== character) {
      price += before === 'lower' ? 8 : 3
      if (before === 'ascii' && language.kind === 'accents') price += 2
    }
    if (language.kind === 'alphabet' && before === 'ascii') price += 5
    if (language.kind === 'accents' && run > 0) price += 2 + 2 * run
    before = lower === character ? 'lower' : 'upper'
    run++
  }
  return price
}

/** Returns the price of a character that is not a usual letter of the language. */
function strangerBits(character: string, code: number, { kind, script }: WrittenLanguage): number {
  if (code === 0xfffd || code < 0xa0 || (code >= 0xe000 && code < 0xf900)) return dearest
  if (commonSigns.has(character)) return kind === 'signs' ? signBits + 2 : signBits
  if (kind === 'signs') return script.test(character) ? rareSignBits(code) : 18
  return script.test(character) ? 11 : stranger
}

/** Returns the price of rare signs; those outside the basic ranges are hardly ever used. */
const rareSignBits = (code: number): number => (code > 0xffff || (code >= 0x3400 && code < 0x4e00) ? 20 : 14)
