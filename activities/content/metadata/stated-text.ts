/** Cleans texts that pages state in their head and their structured data. */
import { decodeHTML } from 'entities'
import { collapsed } from '../../html/tree.ts'

const valueMaxCharacters = 2_000

/** Placeholders that a template or script failed to fill in. */
const unfilled =
  /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{%[^{}]*%\}|<%[^<>]*%>|%%\w+%%|\[\[\w+\]\]|undefined|null|nan|\[object object\])$/i
/** Control characters, soft hyphens, and characters that change the direction of all text after them. */
// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const unseen = /[\u0000-\u0008\u000E-\u001F\u007F\u00AD\u200B\u202A-\u202E\u2066-\u2069]/g
/** Character references that were escaped once too often; others, as on a page about markup, are left unchanged. */
const twiceEscaped = /&(?:amp|quot|apos|#\d{2,5}|#x[\da-f]{2,4}|[lr][sd]quo|[nm]dash|hellip);|\S&nbsp;/i

/** Collapses white space and cuts to 2,000 characters; null when nothing remains or a template was not filled in. */
export function nonEmpty(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const plain = twiceEscaped.test(text) ? decodeHTML(text.slice(0, valueMaxCharacters * 8)) : text
  const clean = withinCap(collapsed(plain.slice(0, valueMaxCharacters * 4).replaceAll(unseen, '')))
  return clean === '' || unfilled.test(clean) ? null : clean
}

/** Cuts to the limit without splitting a surrogate pair. */
const withinCap = (text: string): string =>
  text.length > valueMaxCharacters ? text.slice(0, valueMaxCharacters).replace(/[\uD800-\uDBFF]$/, '') : text

const tag = /<\/?([a-z][a-z\d]*)(?:\s[^<>]*)?>/gi
const blockTag = /^(?:p|br|div|li|ul|ol|h[1-6]|tr|td|table|blockquote)$/i

/** Same as `nonEmpty`, for a text that may be HTML: one that contains an end tag is treated as HTML. */
export function nonEmptyText(text: string | null | undefined): string | null {
  const stated = nonEmpty(text)
  if (stated === null || !/<\/[a-z][a-z\d]*>/i.test(stated)) return stated
  return nonEmpty(stated.replaceAll(tag, (_, name: string) => (blockTag.test(name) ? ' ' : '')))
}
