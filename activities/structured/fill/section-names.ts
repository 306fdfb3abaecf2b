/** Recognises names of sections of a website, and the links to them. */
import type { ItemField } from '@seine/shared/pages/facts.ts'

const nameMaxCharacters = 50
const categoryPath =
  /\/(?:category|categories|sections?|topics?|rubrik|kategorie|rubrique|categoria|categorias)\/[^?#]+/i

/** Headings and notes that stand beside the section of an article. */
const interfaceText =
  /^(?:categor(?:y|ies)|topics?|tags?|sections?|leave a (?:reply|comment)|comments?|share|menu|(?:recommended|related|trending|popular|recent|read|view|show|see|you (?:may|might) also)(?:\s.*)?|(?:by|von|par|por)\s.*|.*\sview all)$/iu

/**
 * Returns the links of a page to the categories of its website that belong to no menu and no list.
 * @param fields in document order; the first link is the category of the page itself.
 */
export const categoryLinks = (fields: readonly ItemField[]): ItemField[] =>
  fields.filter(({ url, text }) => url !== null && text !== '' && categoryPath.test(url) && isSectionName(text, []))

/**
 * False for texts that only their class names call a section: headings of lists, bylines, the title of the page.
 * @param titles title and main heading of the page.
 */
export function isSectionName(text: string, titles: readonly (string | null)[]): boolean {
  const plain = text.trim()
  return (
    plain.length <= nameMaxCharacters &&
    !interfaceText.test(plain) &&
    !titles.some((title) => title !== null && (plain.includes(title) || (plain.length > 20 && title.includes(plain))))
  )
}
