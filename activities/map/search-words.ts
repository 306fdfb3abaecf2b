/** Words, as a search and what it looks in are compared by: without case, accents and plurals. */

/** Scripts that are written without spaces; their texts are compared by pairs of characters. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー'
const unspacedOnly = new RegExp(`^[${unspaced}]+$`, 'u')
const parts = new RegExp(`[${unspaced}\\p{M}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const wordCharacter = /[\p{L}\p{N}\p{M}]/u
const beyondAscii = /[^\0-\x7F]/
const accents = /[\u0300-\u036F]+/g

/** One word that is looked for. */
export interface SearchTerm {
  /** What every form of the word begins with. */
  root: string
  /** The word without its plural; null for a pair of characters, which is found anywhere. */
  stem: string | null
}

/** A text in lower case without accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  return lower.normalize('NFKD').replaceAll(accents, '').normalize('NFC').replaceAll('ß', 'ss')
}

/** A folded word without the commonest English plurals; both forms of a word come out the same. */
export function stemOf(word: string): string {
  let stem = word
  if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem) && stem !== 'news') stem = stem.slice(0, -1)
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1)
  return stem.length > 3 && stem.endsWith('i') ? `${stem.slice(0, -1)}y` : stem
}

function* pairs(text: string): Generator<string> {
  const characters = [...text]
  if (characters.length === 1) yield text
  for (let at = 1; at < characters.length; at += 1) yield `${characters[at - 1]}${characters[at]}`
}

/**
 * The words of a search, each once.
 * @param max words that count.
 */
export function searchTerms(search: string, max: number): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  for (const [part] of folded(search).matchAll(parts)) {
    if (unspacedOnly.test(part)) {
      for (const pair of pairs(part)) terms.set(pair, { root: pair, stem: null })
    } else {
      const stem = stemOf(part)
      terms.set(stem, { root: stem.length > 3 && stem.endsWith('y') ? stem.slice(0, -1) : stem, stem })
    }
  }
  return [...terms.values()].slice(0, max)
}

const isWordAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && wordCharacter.test(text[at] ?? '')

/** Longest word that is looked at. */
const wordMaxCharacters = 64
/** Occurrences of a root that are looked at in one text. */
const occurrencesMax = 16

/**
 * How well a text has a word: 1 the word in any number, less for one that begins with it, least for
 * one that has it inside, 0 not at all.
 * @param text folded.
 */
export function strengthOf({ root, stem }: SearchTerm, text: string): number {
  let at = text.indexOf(root)
  if (at === -1 || stem === null) return at === -1 ? 0 : 1
  let best = 0
  for (let seen = 0; at !== -1 && seen < occurrencesMax; seen += 1) {
    if (isWordAt(text, at - 1)) {
      if (root.length > 3) best = Math.max(best, 0.15)
    } else {
      let end = at + root.length
      while (end < at + wordMaxCharacters && isWordAt(text, end)) end += 1
      if (stemOf(text.slice(at, end)) === stem) return 1
      if (root.length > 2) best = Math.max(best, 0.4)
    }
    at = text.indexOf(root, at + root.length)
  }
  return best
}
