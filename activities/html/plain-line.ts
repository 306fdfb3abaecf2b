/** Texts from outside, such as titles, as one plain line. */
import { decodeHTML } from 'entities'

/** What is read of a text, as a multiple of what is kept: mark-up and white space go. */
const readPerKept = 4

/** Mark-up inside words. */
const inlineTags = /<\/?(?:a|abbr|b|code|em|i|mark|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi
/** Ends at the next `<` as well, so that no text makes the search worse than linear. */
const tags = /<[^<>]*>/g
const references = /&(?:#(?:x[\da-f]+|\d+)|[a-z][a-z\d]{1,31});/gi
const blanks = /[\s\p{Cc}]+/gu

const decoded = (reference: string): string => decodeHTML(reference)

/**
 * A text without mark-up, references and line breaks.
 * @param text plain, or HTML as feeds have it.
 * @param max characters kept; of a longer text the last one is an ellipsis.
 * @returns a string of its own, that keeps nothing of the document it was in; undefined when nothing is left.
 */
export function plainLine(text: string, max: number): string | undefined {
  let line = text.slice(0, max * readPerKept)
  if (line.includes('<')) line = line.replaceAll(inlineTags, '').replaceAll(tags, ' ')
  if (line.includes('&')) line = line.replaceAll(references, decoded)
  line = line.replaceAll(blanks, ' ').trim()
  if (line.length > max) line = `${line.slice(0, max - 1).trimEnd()}…`
  return line === '' ? undefined : ownString(line)
}

/** A string that is no part of a longer one, which would stay in memory with it; halves of characters are replaced. */
export const ownString = (text: string): string => Buffer.from(text).toString()
