/** Recognises names of sections of a website, and the links to them. */
import { registrableDomain } from '@seine/shared/urls/registrable-domain.ts'
import type { ItemField } from '@seine/shared/pages/facts.ts'

const nameMaxCharacters = 50
const categoryPath =
  /\/(?:category|categories|sections?|topics?|rubrik|kategorie|rubrique|categoria|categorias)\/[^?#]+/i

/** Headings and notes that stand beside the section of an article. */
const interfaceText =
  /^(?:categor(?:y|ies)|topics?|tags?|sections?|leave a (?:reply|comment)|comments?|share|menu|(?:recommended|related|trending|popular|recent|read|view|show|see|you (?:may|might) also)(?:\s.*)?|(?:by|von|par|por)\s.*|.*\sview all)$/iu

/** So much text may stand beside the link to a category in its paragraph: `Filed in`, an author, a date. */
const besideMaxCharacters = 60
/** A longer paragraph, and any element with as much text as the second, belong to the article. */
const paragraphMinCharacters = 100
const blockMinCharacters = 160
const paragraphs = ['p', 'li', 'blockquote', 'dd', 'td']

/**
 * Returns the links of a page to the categories of its website that belong to no menu and no list: those before the
 * text of the article, and later ones in elements with little other text.
 * @param fields in document order; the first link is the category of the page itself.
 */
export function categoryLinks(fields: readonly ItemField[], pageUrl: string): ItemField[] {
  const links: ItemField[] = []
  // An element is followed by what is inside it, whose texts are parts of its own.
  let around: ItemField | null = null
  let isInArticle = false
  for (const field of fields) {
    const { names, text, url } = field
    if (around?.text.includes(text) !== true) around = field
    isInArticle ||= names.includes('p')
      ? text.length >= paragraphMinCharacters
      : text.length >= blockMinCharacters && !names.includes('h1')
    if (url === null || text === '' || !categoryPath.test(url) || !isSectionName(text, [])) continue
    if (isInArticle && isInProse(field, around)) continue
    if (domainOf(url) === domainOf(pageUrl)) links.push(field)
  }
  return links
}

/** True for a link with much text around it; the text of a block is that of all of its parts. */
const isInProse = (link: ItemField, around: ItemField): boolean =>
  around.text.length - link.text.length >
  (paragraphs.some((name) => around.names.includes(name)) ? besideMaxCharacters : blockMinCharacters)

/** Registrable domain of a URL: `blog.example.com` and `www.example.com` are of one website. */
const domainOf = (url: string): string | null => registrableDomain(url) ?? URL.parse(url)?.host ?? null

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
