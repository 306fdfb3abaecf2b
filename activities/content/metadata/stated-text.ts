/** Texts as pages state them in their head and their structured data, made fit to be shown. */
import { decodeHTML } from 'entities'
import { collapsed } from '../../html/tree.ts'

const valueMaxCharacters = 2_000

/** What stands where a template or a script was to fill in something. */
const unfilled =
  /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{%[^{}]*%\}|<%[^<>]*%>|%%\w+%%|\[\[\w+\]\]|undefined|null|nan|\[object object\])$/i
/** Control characters, and marks that turn the direction of all that follows. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unseen = /[\u0000-\u0008\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g
/** References that were escaped once more than they should be; what a page about markup writes is left. */
const twiceEscaped = /&(?:amp|quot|apos|#\d{2,5}|#x[\da-f]{2,4}|[lr][sd]quo|[nm]dash|hellip);|\S&nbsp;/i

/** White space collapsed, at most 2,000 characters; null where nothing is left, or a template was not filled in. */
export function nonEmpty(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const plain = twiceEscaped.test(text) ? decodeHTML(text.slice(0, valueMaxCharacters * 8)) : text
  const clean = withinCap(collapsed(plain.slice(0, valueMaxCharacters * 4).replaceAll(unseen, '')))
  return clean === '' || unfilled.test(clean) ? null : clean
}

/** A character outside the basic plane is not cut in two. */
const withinCap = (text: string): string =>
  text.length > valueMaxCharacters ? text.slice(0, valueMaxCharacters).replace(/[\uD800-\uDBFF]$/, '') : text

const tag = /<\/?([a-z][a-z\d]*)(?:\s[^<>]*)?>/gi
const blockTag = /^(?:p|br|div|li|ul|ol|h[1-6]|tr|td|table|blockquote)$/i

/** The same of a text that may be HTML: one in which an element ends is. */
export function nonEmptyText(text: string | null | undefined): string | null {
  const stated = nonEmpty(text)
  if (stated === null || !/<\/[a-z][a-z\d]*>/i.test(stated)) return stated
  return nonEmpty(stated.replaceAll(tag, (_, name: string) => (blockTag.test(name) ? ' ' : '')))
}
