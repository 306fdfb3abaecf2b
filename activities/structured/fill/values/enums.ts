/** Maps the wording of a page to members of a schema's `enum`. */
import type { Raw } from './bag.ts'
import { isSpaceless, keyOf, phraseKeys, wordsOf } from './names.ts'
import { currencyIn, numberIn } from './numbers.ts'
import { plainText, withoutSchemaUrl } from './plain-text.ts'
import { inStockPhrases, isPutOff, soldOutPhrases } from './stock-words.ts'
import { saysNo, truthOf } from './truth.ts'
import type { WantedValue } from './wanted.ts'

/** Returns the member of a list that a value names; undefined when it names none. */
export function enumValue(
  members: readonly unknown[],
  raw: Raw,
  wanted: WantedValue,
): string | number | boolean | undefined {
  const text = withoutSchemaUrl(plainText(String(raw.value)))
  const code = wanted.kind === 'currency' ? currencyIn(text) : null
  const texts = [
    text,
    ...(code === null ? [] : [code]),
    ...(raw.machine === null ? [] : [withoutSchemaUrl(plainText(raw.machine))]),
  ]
  const scalars = members.filter(
    (member) => typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean',
  )
  for (const each of texts) {
    const key = keyOf(each)
    const member =
      scalars.find((candidate) => candidate === each) ?? scalars.find((candidate) => keyOf(String(candidate)) === key)
    if (member === undefined) continue
    // Brackets are not part of a key: `In stock (0)` has the key of `InStock`.
    if (member === each || meaningOf.get(keyOf(String(member))) !== inStock || !isPutOff(each)) return member
  }
  const number = numberIn(text, { isMoney: false, isGrouped: true })
  if (number !== null && scalars.includes(number)) return number
  if (scalars.some((member) => typeof member === 'boolean')) return truthOf(raw, wanted)
  for (const each of texts) {
    const member = memberByWords(scalars, each)
    if (member !== undefined) return member
  }
  return undefined
}

/** Wordings with the same meaning, a line for each; one with `-` behind it also begins compounds: `Vollzeitstelle`. */
const meanings: readonly (readonly string[])[] = [
  [...inStockPhrases, 'inv', 'disponível'],
  [...soldOutPhrases, 'not in stock', 'no stock', 'not available', 'no longer available', 'nicht vorrätig', 'nicht auf lager', 'en rupture', 'épuisée', 'non disponible', 'pas disponible', 'plus disponible', 'agotada', 'sin stock', 'esaurita', 'esgotado', 'indisponível'],
  ['preorder', 'presale', 'vorbestellung', 'vorbestellbar', 'précommande', 'preventa', '予約'],
  ['backorder', 'nachbestellung'],
  ['limited', 'limited availability', 'low stock', 'few left'],
  ['new', 'new condition', 'neu', 'neuf', 'nuevo', 'nuovo', '新品'],
  ['used', 'used condition', 'gebraucht', 'occasion', 'usado', 'usato', '中古'],
  ['refurbished', 'refurbished condition', 'generalüberholt', 'reconditionné', 'reacondicionado'],
  ['full time', 'vollzeit-', 'temps plein', 'jornada completa', 'tiempo completo', 'tempo pieno', '正社員'],
  ['part time', 'teilzeit-', 'temps partiel', 'media jornada', 'tiempo parcial', 'tempo parziale'],
  ['contract', 'contractor', 'freelance', 'freelancer', 'befristet'],
  ['permanent', 'unbefristet', 'cdi', 'indefinido'],
  ['temporary', 'temp', 'cdd', 'temporal'],
  ['internship', 'intern', 'praktikum', 'stage', 'prácticas', 'tirocinio'],
  ['petrol', 'gasoline', 'benzin-', 'essence', 'gasolina', 'benzina'],
  ['diesel-', 'gazole', 'diésel'],
  ['electric', 'elektro-', 'électrique', 'eléctrico', 'elettrica'],
  ['automatic', 'automatik-', 'automatique', 'automático', 'automatico'],
  ['manual', 'schaltgetriebe', 'manuell', 'manuelle'],
  ['scheduled', 'event scheduled'],
  ['cancelled', 'canceled', 'event cancelled', 'abgesagt', 'annulé', 'cancelado'],
  ['postponed', 'event postponed', 'verschoben'],
] // prettier-ignore
const [inStock, outOfStock] = [0, 1]
/** Key of a wording -> index of its meaning. */
const meaningOf: ReadonlyMap<string, number> = new Map(
  meanings.flatMap((wordings, index) =>
    wordings.flatMap((wording) => phraseKeys(wording).map((key): [string, number] => [key, index])),
  ),
)
/** Keys that may stand inside or at the beginning of a word of a text. */
const spaceless = [...meaningOf.keys()].filter(isSpaceless)
const compounds = meanings.flat().flatMap((wording) => (wording.endsWith('-') ? phraseKeys(wording) : []))

const textMaxCharacters = 200
/** A denial further in front of a wording than this many words belongs to something else. */
const deniedWordsMax = 3
const denial = /^(?:not?|non|never|nicht|nie|kein\p{L}{0,2}|pas|jamais|niet|geen)$/u
const besideDenial =
  /^(?:currently|longer|temporarily|yet|mehr|derzeit|momentan|aktuell|sofort|actuellement|actualmente|attualmente|e|est|esta)$/

type Member = string | number | boolean

/**
 * Returns the member whose words occur in the text, or that has the same meaning. The longest wording takes its words:
 * `out of stock` is not `in stock`, and `temps plein` is not `temp`. Of several members the longest one wins. A member
 * behind a denial does not count; `not in stock` and the like are `out of stock`.
 */
function memberByWords(members: readonly Member[], text: string): Member | undefined {
  if (text.length > textMaxCharacters) return undefined
  const byKey = new Map<string, Member>()
  const byMeaning = new Map<number, Member>()
  // The first of several members takes precedence.
  for (const member of members.toReversed()) {
    const key = typeof member === 'string' ? keyOf(member) : ''
    const meaning = meaningOf.get(key)
    if (key !== '') byKey.set(key, member)
    if (meaning !== undefined) byMeaning.set(meaning, member)
  }
  const matches = wordingsIn(wordsOf(text), [...byKey.keys()]).flatMap(({ key, denied }) => {
    const stated = meaningOf.get(key)
    if (denied === 'no') {
      const member = byKey.get(key) ?? byMeaning.get(stated ?? -1)
      return member === undefined ? [] : [{ member, length: key.length, meaning: stated }]
    }
    const member = denied === 'directly' && stated === inStock ? byMeaning.get(outOfStock) : undefined
    return member === undefined ? [] : [{ member, length: key.length, meaning: outOfStock }]
  })
  const [best] = matches.toSorted((a, b) => b.length - a.length)
  if (best?.meaning !== inStock || !(isPutOff(text) || saysNo(text))) return best?.member
  return matches.find(({ meaning }) => meaning === outOfStock)?.member
}

interface Wording {
  key: string
  /** `directly`: the words in front deny it; `far`: some words stand between. */
  denied: 'no' | 'directly' | 'far'
}

/**
 * Returns the known wordings in a text, which do not overlap, the ones with most words first.
 * @param words of the text.
 * @param own keys of members.
 */
function wordingsIn(words: readonly string[], own: readonly string[]): Wording[] {
  const known = new Set(own)
  const isTaken = words.map(() => false)
  const found: Wording[] = []
  for (let length = words.length; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      if (isTaken.slice(at, at + length).includes(true)) continue
      const run = words.slice(at, at + length).join('')
      const key = known.has(run) || meaningOf.has(run) ? run : length === 1 ? keyWithin(run, own) : undefined
      if (key === undefined) continue
      isTaken.fill(true, at, at + length)
      found.push({ key, denied: deniedBy(words.slice(Math.max(0, at - deniedWordsMax), at)) })
    }
  }
  return found
}

function deniedBy(before: readonly string[]): Wording['denied'] {
  const at = before.findLastIndex((word) => denial.test(word))
  if (at === -1) return 'no'
  return before.slice(at + 1).every((word) => besideDenial.test(word)) ? 'directly' : 'far'
}

/** Returns the longest wording within a word of a script without spaces, or with which a compound begins. */
const keyWithin = (word: string, own: readonly string[]): string | undefined =>
  (isSpaceless(word)
    ? [...own.filter(isSpaceless), ...spaceless].filter((key) => word.includes(key))
    : compounds.filter((key) => word.startsWith(key))
  ).toSorted((a, b) => b.length - a.length)[0]
