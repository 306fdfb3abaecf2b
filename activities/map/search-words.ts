/** Normalises words for comparing a search with texts: without case, accents and plurals. */

/** Scripts that are written without spaces; their texts are compared by pairs of characters. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー'
const unspacedOnly = new RegExp(`^[${unspaced}]+$`, 'u')
const parts = new RegExp(`[${unspaced}\\p{M}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const wordCharacter = /[\p{L}\p{N}\p{M}]/u
const accents = /[\u0300-\u036F]+/g
/** Latin and Greek letters beyond ASCII, letter-like symbols, full-width letters, and combining accents. */
const accented = /[\xAA-\u024F\u0370-\u03FF\u1E00-\u1FFF\u2100-\u214F\uFB00-\uFB06\uFF00-\uFFEF]|[\u0300-\u036F]/g

/** One word of a search. */
export interface SearchTerm {
  /** Prefix of every form of the word. */
  root: string
  /** The word, or its shortened form, with which longer words may begin. */
  beginning: string
  /** The word without its plural; null for a pair of characters, which matches anywhere. */
  stem: string | null
  /** Weight of the word: low for a word that occurs in most questions. */
  weight: number
  /** Cache: words met in texts, and whether they are forms of this one. */
  forms: Map<string, boolean>
}

const foldedCharacters = new Map<string, string>()

/** Folds each character once and caches it: normalising whole texts takes ten times as long. */
function foldedCharacter(character: string): string {
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const plain = character === 'ß' ? 'ss' : character.normalize('NFKD').replaceAll(accents, '')
  foldedCharacters.set(character, plain)
  return plain
}

/** Returns a text in lower case without accents. */
export const folded = (text: string): string => text.toLowerCase().replaceAll(accented, foldedCharacter)

const beginningMinCharacters = 3
/** A shorter root would match too many words. */
const rootMinCharacters = 4

/** Returns a folded word without the `s` or `es` of a plural. */
function singular(word: string): string {
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^su]s$/.test(word) && !/(?:is|^news)$/.test(word) ? word.slice(0, -1) : word
}

/** Returns a folded word without the commonest English plurals; singular and plural give the same result. */
export function stemOf(word: string): string {
  const one = singular(word)
  const stem = one.length > 4 && one.endsWith('e') ? one.slice(0, -1) : one
  return stem.length > 3 && stem.endsWith('i') ? `${stem.slice(0, -1)}y` : stem
}

/** Words that occur in most questions and say little about what is searched for. */
const questionWords = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or our should that the there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)
const questionWordWeight = 0.1

function termOf(word: string): SearchTerm {
  const stem = stemOf(word)
  const root = stem.length > 3 && stem.endsWith('y') ? stem.slice(0, -1) : stem
  const beginning = root.length >= rootMinCharacters ? root : singular(word)
  return { root, beginning, stem, weight: questionWords.has(word) ? questionWordWeight : 1, forms: new Map() }
}

const pairTerm = (pair: string): SearchTerm => ({
  root: pair,
  beginning: pair,
  stem: null,
  weight: 1,
  forms: new Map(),
})

function* pairs(text: string): Generator<string> {
  const characters = Array.from(text)
  if (characters.length === 1) yield text
  for (let at = 1; at < characters.length; at += 1) yield `${characters[at - 1]}${characters[at]}`
}

/**
 * Returns the words of a search, each once.
 * @param max highest number of words used.
 */
export function searchTerms(search: string, max: number): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  for (const [part] of folded(search).matchAll(parts)) {
    if (unspacedOnly.test(part)) {
      for (const pair of pairs(part)) terms.set(pair, pairTerm(pair))
    } else {
      const term = termOf(part)
      terms.set(term.stem ?? part, term)
    }
  }
  return [...terms.values()].slice(0, max)
}

/** True where a folded text has a character of a word. */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return wordCharacter.test(text.charAt(at))
}

/** Longest word that is examined. */
const wordMaxCharacters = 64
/** Highest number of cached forms of a word. */
const formsMax = 1_000
/** Highest number of occurrences of a root examined in one text. */
const occurrencesMax = 16

function isForm({ stem, forms }: SearchTerm, word: string): boolean {
  const known = forms.get(word)
  if (known !== undefined) return known
  const is = stemOf(word) === stem
  if (forms.size < formsMax) forms.set(word, is)
  return is
}

const beginningStrength = 0.4
const insideStrength = 0.15

/**
 * Returns how well a text matches a word: 1 for the word in singular or plural, less for a longer word that begins with
 * it, least for one that contains it elsewhere, 0 for no match.
 * @param text folded text.
 */
export function strengthOf(term: SearchTerm, text: string): number {
  const { root, beginning, stem } = term
  let at = text.indexOf(root)
  if (at === -1 || stem === null) return at === -1 ? 0 : 1
  let best = 0
  for (let seen = 0; at !== -1 && seen < occurrencesMax; seen += 1) {
    if (isWordAt(text, at - 1)) {
      if (root.length >= rootMinCharacters) best = Math.max(best, insideStrength)
    } else {
      let end = at + root.length
      while (end < at + wordMaxCharacters && isWordAt(text, end)) end += 1
      if (isForm(term, text.slice(at, end))) return 1
      const begins = beginning.length >= beginningMinCharacters && text.startsWith(beginning, at)
      if (begins) best = Math.max(best, beginningStrength)
    }
    at = text.indexOf(root, at + root.length)
  }
  return best
}
