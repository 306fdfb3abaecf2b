/** Reads yes/no values in the wording of pages. */
import type { Raw } from './bag.ts'
import { keyOf, phraseKeys } from './names.ts'
import { plainText, withoutSchemaUrl } from './plain-text.ts'
import { inStockPhrases, inStockWords, isPutOff, isSellingButton, soldOutPhrases, soldOutWords } from './stock-words.ts'
import type { WantedValue } from './wanted.ts'

const listOf = (general: string, phrases: readonly string[]): ReadonlySet<string> =>
  new Set([...general.split(', '), ...phrases].flatMap((phrase) => [phrase, ...phraseKeys(phrase)]))
const yes = listOf(
  'true, yes, ja, oui, sí, si, y, 1, on, ✓, ✔, はい, free, included, open, telecommute, remote, active, verified',
  [...inStockPhrases, 'limited availability'],
)
const no = listOf('false, no, nein, non, n, 0, off, ✗, ✘, ×, いいえ, none, closed, inactive', soldOutPhrases)
// Words of Japanese stand without spaces between others.
const noWords = new RegExp(
  `(?<!\\p{L})(?:not?|non(?!-)|nicht|kein\\p{L}*|pas|niet|${soldOutWords})(?!\\p{L})|在庫なし|品切れ|不可`,
  'iu',
)
const yesWords = new RegExp(
  `(?<!\\p{L})(?:${inStockWords}|available|lieferbar|verfügbar|disponible|disponibile|yes|ja|oui|sí|included|possible|möglich|remote)(?!\\p{L})|在庫あり|あり|可`,
  'iu',
)

/** Longer texts say more than yes or no. */
const textMaxCharacters = 100

/** True for a text with a word that denies, or that says that a thing cannot be bought. */
export const saysNo = (text: string): boolean => noWords.test(text)

/** Reads a value as a boolean; undefined when it means neither yes nor no. */
export function truthOf(raw: Raw, wanted: WantedValue): boolean | undefined {
  if (typeof raw.value === 'boolean') return raw.value
  const text = plainText(String(raw.value))
  const last = withoutSchemaUrl(text)
  const key = keyOf(last) || last
  const isStock = wanted.kind === 'availability'
  if (isStock && last.length <= textMaxCharacters && isPutOff(last))
    return no.has(key) || noWords.test(last) ? false : undefined
  if (yes.has(key)) return true
  if (no.has(key)) return false
  if (isStock && /^\d+$/.test(text)) return Number(text) > 0
  if (isStock && isSellingButton(text)) return true
  if (last.length > textMaxCharacters) return undefined
  if (noWords.test(last)) return false
  return yesWords.test(last) ? true : undefined
}
