/** Finds the price of a page's main thing by its form, when no name says which amount it is. */
import type { ItemField } from '@seine/shared/pages/facts.ts'
import { mainSection } from './main-section.ts'
import { namesCharge } from './values/charges.ts'
import { isFormer } from './values/former-prices.ts'
import { currencyIn, numberIn } from './values/numbers.ts'
import type { FillPage } from './scope.ts'
import type { WantedValue } from './values/wanted.ts'

/** Words that may stand beside a price. */
const beside =
  /(?<!\p{L})(?:from|starting at|as low as|ab|now|only|just|jetzt|nur|(?:sale|our|your|regular|current|unit|special|list)?\s?price|each|preis|prix|precio|prezzo|à partir de|desde|dès|incl?\.?|including|inkl\.?|excl?\.?|zzgl\.?|plus|vat|gst|tax(?:es)?|mwst\.?|ust\.?|ttc|ht|iva)(?!\p{L})/giu
const currencyWord = /(?<!\p{L})(?:[A-Z]{2,3}(?=\$)|[A-Z]{3}|Euros?|kr|zł|Kč|Ft|lei|Fr|Rs|S|A|C)\.?(?!\p{L})/gu
/** What directly precedes an amount that is a threshold, a saving or a part of a price. */
const otherBefore =
  /(?<!\p{L})(?:over|above|under|of|save|saving|spend|shipping|delivery|deposit|credit|total|subtotal|payments?|sparen|versand)[\s:]*$/iu
/** What directly follows the price of a unit or of a month, and a reduction. */
const otherAfter = /^\s*(?:\/|(?:per|pro|par|al|monthly|a month|off)(?!\p{L}))/iu

const priceMaxCharacters = 40
const surroundingFields = 4
const surroundingMaxCharacters = 80

/** True for a text that is one price or a range of two, and no more than the words for it. */
const isOnlyPrice = (text: string): boolean =>
  text.length <= priceMaxCharacters &&
  /\d/.test(text) &&
  currencyIn(text) !== null &&
  !/\p{L}|%/u.test(text.replaceAll(beside, '').replaceAll(currencyWord, ''))

/** True when a part around a field says that its amount is something else: `$2.65` in `From $2.65 per meal`. */
function isPartOfOther(fields: readonly ItemField[], at: number): boolean {
  const text = fields[at]?.text ?? ''
  return fields.slice(Math.max(0, at - surroundingFields), at).some((around) => {
    if (around.text.length > surroundingMaxCharacters || around.text.length <= text.length) return false
    const start = around.text.indexOf(text)
    return (
      start !== -1 &&
      (otherBefore.test(around.text.slice(0, start)) || otherAfter.test(around.text.slice(start + text.length)))
    )
  })
}

const pricesIn = (fields: readonly ItemField[], isOld: boolean): ItemField[] =>
  fields.filter((field, at) => isOnlyPrice(field.text) && isFormer(field) === isOld && !isPartOfOther(fields, at))

const isMainHeading = ({ names }: ItemField): boolean => names.includes('h1')
const amountOf = ({ text }: ItemField): number | null => numberIn(text, { isMoney: true, isGrouped: true })

/**
 * Returns the fields that are prices of the main thing: those of the section of the main heading; otherwise those behind
 * it, if all name the same amount. Before it are carts and banners, and further down related things.
 * @param page its own fields may be those of a column, in another order than the whole page.
 */
export function pagePrices(
  { facts, fields, mainSection: main }: Pick<FillPage, 'facts' | 'fields' | 'mainSection'>,
  { concepts, words }: WantedValue,
): ItemField[] {
  if (namesCharge(words)) return []
  const isOld = concepts[0]?.id === 'oldPrice'
  const start = fields.findIndex(isMainHeading)
  if (start === -1 && !facts.fields.some(isMainHeading)) return pricesIn(fields, isOld)
  const near = [...pricesIn(main, isOld), ...pricesIn(mainSection(fields), isOld)]
  if (near.length > 0) return near
  const rest = pricesIn(fields.slice(start + 1), isOld)
  return new Set(rest.map(amountOf)).size === 1 ? rest : []
}

/** True for a property whose value is looked for among the prices of the main thing; a salary is not. */
export const isOfPrices = ({ concepts, kind }: WantedValue): boolean =>
  kind === 'price' && ['price', 'oldPrice', undefined].includes(concepts[0]?.id)
