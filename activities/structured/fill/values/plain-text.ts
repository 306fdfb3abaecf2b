/** Cleans texts of facts for use as values. */
import { decodeHTML } from 'entities'
import { collapsed } from '../../../html/tree.ts'

const textMaxCharacters = 50_000
const tag = /<\/?([a-z][a-z\d]*)(?:\s[^<>]*)?\/?>/gi
const inlineTag = /^(?:a|b|i|u|em|strong|span|sup|sub|small|abbr|code|mark|font|time)$/i
const unfilled = /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|undefined|null|nan|n\/a|\[object object\]|[-–—.:]+)$/i

/** Decodes entities, removes tags, collapses white space and composes Unicode; empty when no text is left. */
export function plainText(text: string): string {
  let plain = text.slice(0, textMaxCharacters)
  if (/&(?:\w{2,31}|#\d{1,7}|#x[\da-f]{1,6});/i.test(plain)) plain = decodeHTML(plain)
  if (/<\/?[a-z][^<>]*>/i.test(plain)) {
    plain = plain.replaceAll(tag, (_, name: string) => (inlineTag.test(name) ? '' : ' '))
  }
  plain = collapsed(plain)
  return unfilled.test(plain) ? '' : plain
}

/** Replaces a schema.org URL by its name, such as `InStock`; returns any other text unchanged. */
export const withoutSchemaUrl = (text: string): string =>
  /^(?:https?:\/\/)?(?:www\.)?schema\.org\/(\w+)$/.exec(text)?.[1] ?? text
