/** Converts texts from outside, such as titles, to a single plain line. */
import { decodeHTML } from 'entities'

/** Characters read, as a multiple of the characters kept: markup and white space are removed. */
const readPerKept = 4

/** Markup that can be inside a word; it is removed without adding a space. */
const inlineTags = /<\/?(?:a|abbr|b|code|em|i|mark|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi
/** Also stops at the next `<`, which keeps the search linear for any text. */
const tags = /<[^<>]*>/g
const references = /&(?:#(?:x[\da-f]+|\d+)|[a-z][a-z\d]{1,31});/gi
const blanks = /[\s\p{Cc}]+/gu

const decoded = (reference: string): string => decodeHTML(reference)

/**
 * Returns a text without markup, character references and line breaks.
 * @param text plain text, or HTML as in feeds.
 * @param max number of characters kept; a longer text ends in an ellipsis.
 * @returns a new string that does not keep the source document in memory; undefined when nothing is left.
 */
export function plainLine(text: string, max: number): string | undefined {
  let line = text.slice(0, max * readPerKept)
  if (line.includes('<')) line = line.replaceAll(inlineTags, '').replaceAll(tags, ' ')
  if (line.includes('&')) line = line.replaceAll(references, decoded)
  line = line.replaceAll(blanks, ' ').trim()
  if (line.length > max) line = `${line.slice(0, max - 1).trimEnd()}…`
  return line === '' ? undefined : ownString(line)
}

/** Returns a copy that does not keep a longer source string in memory; unpaired surrogates are replaced. */
export const ownString = (text: string): string => Buffer.from(text).toString()
