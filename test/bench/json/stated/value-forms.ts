/** Compares a value that was read from a page with the stated one. */
import { plainLine } from '@seine/activities/html/plain-line.ts'
import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'
import type { StatedForm } from './stated-kinds.ts'

export type StatedScalar = string | number | boolean

/** Names of more words than this may differ in some of them. */
const exactWordsMax = 4
const wordsAlike = 0.8
/** A description may be cut off behind as many characters. */
const beginningMin = 40
const telephoneDigitsMin = 7

/** Returns the words of a text in lower case, separated by single spaces: entities, tags and punctuation are gone. */
export const foldedWords = (text: string): string =>
  // Twice: many pages encode entities of their statements again.
  (plainLine(plainLine(text, text.length + 1) ?? '', text.length + 1) ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<=\S\s)(?:inc|incorporated|llc|llp|ltd|limited|gmbh|corp|corporation|co|plc|pc|pllc)\s*$/, '')
    .trim()

/** Share of words that two folded texts have in common (F1 over multisets). */
function likeness(a: string, b: string): number {
  const counts = new Map<string, number>()
  const [left, right] = [a.split(' '), b.split(' ')]
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of right) {
    const count = counts.get(word) ?? 0
    if (count > 0) shared += 1
    counts.set(word, count - 1)
  }
  return (2 * shared) / (left.length + right.length)
}

/** Removes the last part of a title, which names the website: `White Mug — Ghost Wares`. */
const withoutSite = (title: string): string =>
  title.replace(/\s(?:[|–—•·-]|&(?:[mn]dash|bull|middot);)\s[^|–—•·]*$/u, '')

/** Removes what some statements add to a name: the label of a byline, an abbreviation in brackets. */
const nameAlone = (name: string): string => name.replace(/^\s*by\s+/i, '').replace(/\s\([\p{Lu}\d&.]{2,10}\)\s*$/u, '')

/** Removes the word for the blog of whom a text names. */
const withoutBlog = (name: string): string => name.replace(/(?<=\S)\s+blog\s*$/i, '')

function sameName(stated: string, given: string): boolean {
  const [a, b] = [foldedWords(withoutBlog(nameAlone(stated))), foldedWords(withoutBlog(given))]
  if (a === '' || b === '') return stated.trim() === given.trim()
  // `ShawnHymel` is `Shawn Hymel`.
  if (a.replaceAll(' ', '') === b.replaceAll(' ', '')) return true
  if (foldedWords(withoutSite(stated)) === b || a === foldedWords(withoutSite(given))) return true
  return Math.min(a.split(' ').length, b.split(' ').length) > exactWordsMax && likeness(a, b) >= wordsAlike
}

function sameWords(stated: string, given: string): boolean {
  const [a, b] = [foldedWords(plainWords(stated)), foldedWords(given)]
  if (a === '' || b === '') return stated.trim() === given.trim()
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return a === b || (short.length >= beginningMin && long.startsWith(short)) || likeness(a, b) >= wordsAlike
}

/** Decodes a statement that its page has encoded as a part of a URL. */
const plainWords = (text: string): string => (/%20/.test(text) && !/\s/.test(text) ? percentDecoded(text) : text)

/** Parameters of a picture's size, quality and file type. */
const sizeParameter = /^(?:w|h|width|height|q|quality|fm|format|fit|dpr|auto)=/

/**
 * Returns the name of the file without size and extension: one picture is served in many sizes. A name without an
 * extension is a program's, which distinguishes pictures by the query; its `url` is the picture that it converts.
 */
function pictureName(url: string): string {
  const [path = '', query = ''] = (url.split('#')[0] ?? '').split('?')
  const file = path.replace(/^.*\//, '').toLowerCase()
  const name = file.replace(/\.\w{2,5}$/, '')
  if (name !== file) return name.replace(/[-_]\d{2,4}x\d{2,4}$/, '')
  const parameters = query.split('&').filter((each) => !sizeParameter.test(each))
  const inner = parameters.find((each) => /^url=\S*\.\w{2,5}$/.test(each))
  return inner === undefined ? `${name}?${parameters.join('&')}` : pictureName(percentDecoded(inner.slice(4)))
}

function samePicture(stated: string, given: string): boolean {
  const [a, b] = [pictureName(stated), pictureName(given)]
  return stated === given || (a === b && /[\p{L}\p{N}]/u.test(a))
}

function sameTelephone(stated: string, given: string): boolean {
  const [a = '', b = ''] = [stated, given].map((text) => text.replaceAll(/\D/g, '').replace(/^0+/, ''))
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  // One of them may have a country code where the other has a leading zero, or nothing.
  return short.length >= telephoneDigitsMin && long.endsWith(short)
}

/** True for a text that lists all names which are stated one by one: `Ana Lima and Ben Ode`. */
export function listsNames(stated: readonly StatedScalar[], given: unknown): boolean {
  if (typeof given !== 'string') return false
  const names = [...new Set(stated.map((name) => foldedWords(String(name))))]
  const words = given.split(/[,;&]|\s(?:and|und|et|y|e)\s/u).flatMap((part) => foldedWords(part) || [])
  return names.length > 1 && words.length === names.length && names.every((name) => words.includes(name))
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Codes of three letters, and one that is not of the standard. */
const otherCodes: Readonly<Record<string, string>> = {
  USA: 'US', UK: 'GB', GBR: 'GB', CAN: 'CA', AUS: 'AU', NZL: 'NZ', IRL: 'IE', DEU: 'DE', AUT: 'AT', CHE: 'CH', FRA: 'FR',
  ITA: 'IT', ESP: 'ES', PRT: 'PT', NLD: 'NL', BEL: 'BE', POL: 'PL', SWE: 'SE', NOR: 'NO', DNK: 'DK', FIN: 'FI', IND: 'IN',
  JPN: 'JP', CHN: 'CN', KOR: 'KR', BRA: 'BR', MEX: 'MX', ZAF: 'ZA', SGP: 'SG', ARE: 'AE',
} // prettier-ignore

const streetWords: Readonly<Record<string, string>> = {
  st: 'street', rd: 'road', ave: 'avenue', av: 'avenue', blvd: 'boulevard', dr: 'drive', ln: 'lane', hwy: 'highway',
  pl: 'place', ste: 'suite', str: 'straße', fl: 'floor', n: 'north', s: 'south', e: 'east', w: 'west',
} // prettier-ignore

/** Writes out the abbreviations of streets. */
const streetInWords = (text: string): string =>
  foldedWords(text)
    .split(' ')
    .map((word) => streetWords[word] ?? word)
    .join(' ')

/** Returns the code of a country in capitals; null for any other text. */
export const countryCode = (text: string): string | null =>
  /^[A-Za-z]{2,3}$/.test(text.trim()) ? text.trim().toUpperCase() : null

/** Returns the English name of a country that is stated as a code; any other text as it is. */
export function countryName(text: string): string {
  const code = countryCode(text) ?? ''
  const short = otherCodes[code] ?? code
  return (short.length === 2 ? regionNames.of(short) : undefined) ?? text
}

/** Whether a value of a page is the stated one; of dates the day as written counts. */
export function isSameValue(form: StatedForm, stated: StatedScalar, given: unknown): boolean {
  if (form === 'number' || form === 'flag') return stated === given
  if (typeof stated !== 'string' || typeof given !== 'string') return false
  if (form === 'date') return stated.slice(0, 10) === given.slice(0, 10)
  if (form === 'country') return sameName(countryName(stated), countryName(given))
  if (form === 'telephone') return sameTelephone(stated, given)
  if (form === 'picture') return samePicture(stated, given)
  if (form === 'street' && streetInWords(stated) === streetInWords(given)) return true
  return form === 'words' ? sameWords(stated, given) : sameName(stated, given)
}
