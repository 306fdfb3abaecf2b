/** Recognises the buttons and notes that say whether a thing can be bought. */
import type { ItemField } from '@seine/shared/pages/facts.ts'

const textMaxCharacters = 80
const buttons =
  /^(?:add to (?:cart|bag|basket|trolley)|buy (?:it )?now|in den warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello)$/i
const yesNotes = /^(?:in stock|auf lager|en stock)(?:$|\s*[,.;:!(–—-](?!.*(?:soon|bald|bientôt)))/i
const noNotes =
  /^(?:(?:currently |temporarily )?(?:sold out|out of stock|unavailable)|ausverkauft|rupture de stock|agotado|esaurito)$/i

/** Without marks, the note that a button is at work, and the repetition for narrow screens. */
const plain = ({ text }: ItemField): string =>
  text
    .slice(0, textMaxCharacters)
    .replaceAll(/(?:^|\s)loading(?:\.\.\.|…|$)/giu, ' ')
    .replaceAll(/^[\s✓✔•!]+|[\s.!]+$/gu, '')
    .replace(/^(.+)\s\1$/u, '$1')
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
  const noted = section.filter((field) => yesNotes.test(plain(field)))
  const sold = isFlag ? section.filter((field) => buttons.test(plain(field)) && !isDisabled(field)) : []
  return [...denied, ...noted, ...sold.map((field) => ({ ...field, text: plain(field) }))]
}
