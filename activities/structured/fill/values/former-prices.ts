/** Distinguishes former prices, which are struck or labelled as such, from the current one. */
import type { ItemField } from '@seine/shared/pages/facts.ts'
import { currencyIn } from './numbers.ts'

/** Names that mean so alone. */
const wholeNames = new Set(['del', 's', 'strike', 'strikethrough', 'before', 'regular', 'original'])
/** Words that mean so in a longer name too; the current price of a shop may be its `regular` one. */
const words = new Set(['old', 'was', 'struck', 'strike', 'strikethrough', 'crossed', 'compare', 'uvp', 'rrp', 'msrp'])

const hasWord = (name: string): boolean => name.split(' ').some((word) => words.has(word))

/** True for the name of a former price, such as `price old` or `del`. */
export const namesFormer = (name: string): boolean => wholeNames.has(name) || hasWord(name)

/** True for a field in a struck element, or in one with a name such as `price old`. */
export const isFormer = ({ names }: Pick<ItemField, 'names'>): boolean => names.some(namesFormer)

/** True for a field in an element that strikes its text, or with a word for it in its name. */
export const isStruck = ({ names }: Pick<ItemField, 'names'>): boolean =>
  names.some((name) => name === 'del' || name === 's' || hasWord(name))

const former =
  /(?<!\p{L})(?:was|originally|(?:original|list|regular|previous|old) price|rrp|msrp|uvp|statt|au lieu de|instead of)\s*:?\s*(?:\p{Sc}|(?-i:[A-Z]{2,3})\$?)?\s?\d[\d.,'’]*(?:\s?(?:\p{Sc}|(?-i:[A-Z]{3}(?!\p{L}))))?/giu

/** Returns a text without amounts behind words such as `was`, if another amount remains: `Was $50 Now $40`. */
export function withoutFormer(text: string): string {
  const rest = text.replaceAll(former, ' ')
  return rest !== text && /\d/.test(rest) && currencyIn(rest) !== null ? rest : text
}
