/** Splits names of properties, labels and columns into words, so that they can be compared. */

import { TextMemo } from '@seine/activities/structured/values/text-memo.ts'

const nameMaxCharacters = 120
const wordsMax = 12

/** Words that are ignored: `temps_preparation` equals `temps de préparation`. */
const fillers = new Set([
  'of',
  'the',
  'de',
  'du',
  'des',
  'der',
  'die',
  'das',
  'la',
  'le',
  'les',
  'del',
  'di',
  'do',
  'da',
])

/** Two-letter spellings of letters that are not used in property names. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o', å: 'a' }

/**
 * Returns the words of a name in lower case and singular: `datePublished`, `date_published`, `Dates published:` all
 * yield `date`, `published`. Text in brackets is left out when other text precedes it.
 * @param name of any length; only its beginning is read.
 */
export const wordsOf = (name: string): readonly string[] => known.of(name)

const known = new TextMemo(readWords)

function readWords(name: string): readonly string[] {
  if (/^\s*[#№]\s*$/u.test(name)) return ['no']
  const plain = name.slice(0, nameMaxCharacters).normalize('NFKC')
  const bracket = plain.search(/\s[([]/)
  const apart = (bracket > 0 ? plain.slice(0, bracket) : plain)
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[äöüßæøå]/g, (letter) => twoLetters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const words = (apart.match(/[\p{L}\p{M}]+|\d+/gu) ?? []).slice(0, wordsMax).map(singular)
  const telling = words.filter((word) => !fillers.has(word))
  return telling.length > 0 ? telling : words
}

/** Returns the singular; English only, and approximate: both sides of a comparison are treated alike. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?:(?<=x|ch|sh|ss)e)?s$/, '')
}

/** Returns the key that equivalent spellings of a name share: its words, joined. */
export const keyOf = (name: string): string => wordsOf(name).join('')

/** Returns the keys of a wording with and without spaces between its words: of `out of stock` and of `outofstock`. */
export const phraseKeys = (wording: string): string[] => [
  ...new Set([keyOf(wording), keyOf(wording.replaceAll(/[\s-]+/g, ''))]),
]

/** Returns a text without anything but its letters and digits, in lower case: `Make More Music` is `makemoremusic`. */
export const squashed = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const spaceless = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー`
const anySpaceless = new RegExp(`[${spaceless}]`, 'u')
const comparedRuns = new RegExp(`[${spaceless}]{2,}|(?:(?![${spaceless}])[\\p{L}\\p{N}]){3,}`, 'gu')

/** True for texts with letters of a script that has no spaces between words. */
export const isSpaceless = (text: string): boolean => anySpaceless.test(text)

/**
 * Returns the words of a text with at least three letters or digits, in lower case. Of scripts without spaces, pairs of
 * characters take the place of words.
 */
export const longWords = (text: string): string[] =>
  (text.normalize('NFKC').toLowerCase().match(comparedRuns) ?? []).flatMap((run) =>
    isSpaceless(run) ? pairsOf(Array.from(run)) : [run],
  )

const pairsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)
