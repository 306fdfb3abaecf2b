/** Recognises the buttons and notes that say whether a thing can be bought. */
import { monthOf } from '../../../content/metadata/month-names.ts'
import type { ItemField } from '@seine/shared/pages/facts.ts'

const textMaxCharacters = 80
const buttons =
  /^(?:add to (?:cart|bag|basket|trolley)|buy (?:it )?now|in den warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello)$/i
/** Words for a thing that can be bought, and for one that cannot; of regular expressions. */
export const inStockWords = 'in stock|auf lager|en stock|在庫あり'
export const soldOutWords =
  'sold out|out of stock|not in stock|no longer available|unavailable|discontinued|ausverkauft|vergriffen|nicht (?:auf lager|lieferbar)|rupture(?: de stock)?|indisponible|plus disponible|épuisée?|agotad[oa]|esaurit[oa]|esgotado|在庫なし|品切れ'
/** The same in whole wordings, which a value or the member of an `enum` may be. */
export const inStockPhrases = [
  'in stock', 'available', 'auf lager', 'lieferbar', 'verfügbar', 'vorrätig', 'sofort lieferbar', 'online only',
  'in store only', 'en stock', 'disponible', 'disponibile', '在庫あり',
] // prettier-ignore
export const soldOutPhrases = [
  'out of stock', 'sold out', 'unavailable', 'discontinued', 'ausverkauft', 'vergriffen', 'nicht lieferbar',
  'nicht verfügbar', 'rupture de stock', 'épuisé', 'indisponible', 'agotado', 'no disponible', 'esaurito',
  'non disponibile', '在庫なし', '品切れ',
] // prettier-ignore
const yesNotes = new RegExp(`^(?:${inStockWords})(?:$|\\s*[,.;:!(–—-])`, 'iu')
const noNotes = new RegExp(`^(?:(?:currently |temporarily )?(?:${soldOutWords}))$`, 'iu')

/** Words that take back what a note says, or put it off; `only 3 left` and `0 % interest` do not. */
const denials =
  /(?<![\p{L}\d.,])(?:0(?!\s?%|[\d.,:])|no(?:t|ne|n(?!-))?|but|except|expected|soon|when|until|only(?!\s+(?:\d|a\s+few|few))|nicht|kein\p{L}{0,2}|aber|erst|bald|voraussichtlich|erwartet|nur(?!\s+noch)|mais|sauf|pas|bientôt|prévue?s?|pero|pronto|próximamente|previsto)(?![\p{L}\d])/iu
const laterTime =
  /(?<!\p{L})(?:from|ab|dès|desde|à partir d[eu'’]|a partir de)\s*(?:(?:the|early|mid|late|next|end of|anfang|mitte|ende)\s+)?(\d|\p{L}+)/iu

/** True for a text about the stock that denies what its beginning says, or says it of a later time. */
export function isPutOff(text: string): boolean {
  const time = laterTime.exec(text)?.[1]
  return denials.test(text) || (time !== undefined && (/\d/.test(time) || monthOf(time.toLowerCase()) !== null))
}

/** Without marks, the note that a button is at work, and the repetition for narrow screens. */
const plain = ({ text }: ItemField): string =>
  text
    .slice(0, textMaxCharacters)
    .replaceAll(/(?:^|\s)loading(?:\.\.\.|…|$)/giu, ' ')
    .replaceAll(/^[\s✓✔•!]+|[\s.!]+$/gu, '')
    .replace(/^(.+)\s\1$/u, '$1')
/** False for texts that are longer than what is read of them: what follows may deny it. */
const isInStock = (field: ItemField): boolean =>
  field.text.length <= textMaxCharacters && yesNotes.test(plain(field)) && !isPutOff(plain(field))
const isDisabled = ({ names }: ItemField): boolean => names.some((name) => /(?:^| )disabled(?:$| )/.test(name))

/** True for the text of a button that sells a thing. */
export const isSellingButton = (text: string): boolean => buttons.test(text.trim())

/**
 * Returns the fields whose whole text says whether the thing can be bought; what denies it comes first.
 * @param section fields of the main heading: a related thing has a button of its own.
 * @param isFlag false when the words themselves are requested: the text of a button is no state of the stock.
 */
export function stockFields(section: readonly ItemField[], isFlag: boolean): ItemField[] {
  const denied = section.filter((field) => noNotes.test(plain(field)))
  const noted = section.filter((field) => isInStock(field))
  const sold = isFlag ? section.filter((field) => buttons.test(plain(field)) && !isDisabled(field)) : []
  return [...denied, ...noted, ...sold.map((field) => ({ ...field, text: plain(field) }))]
}
