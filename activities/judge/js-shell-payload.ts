/**
 * Text that a page carries as data: the state of a framework, or linked data of an article. Text that is present as
 * data need not be rendered.
 */

import { judgeLimits } from '@seine/shared/config/extract-limits.ts'

/** Number of characters of sentences in data from which on the data counts as text. */
export const textMinCharacters = 400

/** Shorter strings are names, URLs and labels. */
const sentenceMinCharacters = 80

/** Maximum mean length of words in natural language, in characters. */
const wordMaxMean = 14

/** Members that hold user interface texts. */
const translations =
  /"(?:_nextI18Next|initialI18nStore|i18n|i18nMessages|messages|translations|localeData|dictionary|locales|lang|strings)"\s*:\s*[{[]/

/** Members of linked data that hold an article. */
const articleMembers = /"(?:articleBody|reviewBody|recipeInstructions|text|transcript)"\s*:/

const linkedData = /ld\+json/i

/** A script that holds data. */
export interface DataScript {
  type: string
  content: string
}

/** Whether a string reads like natural language rather than like code, a URL or an encoded value. */
function isProse(data: string, from: number, to: number): boolean {
  let spaces = 0
  let signs = 0
  for (let at = from; at < to; at++) {
    const code = data.charCodeAt(at)
    // Characters from U+3000 on count as word breaks: those writing systems have no spaces between words.
    if (code === 32 || code >= 0x30_00) spaces++
    else if (code === 59 || code === 123 || code === 125 || code === 61) signs++
  }
  return spaces * wordMaxMean >= to - from && signs * 30 < to - from
}

/** Whether a string is one or more sentences of natural language. */
export const isSentence = (text: string): boolean =>
  text.length >= sentenceMinCharacters && isProse(text, 0, text.length)

/**
 * Whether sentences in data may be the text of a page: user interface texts and descriptions of a website are not.
 * @param type of the script.
 */
export const holdsText = (data: string, type: string): boolean =>
  linkedData.test(type) ? articleMembers.test(data) : !translations.test(data)

/** Counts the characters of sentences among the strings of a JSON text. Linear. */
function proseCharacters(data: string): number {
  let sum = 0
  let at = 0
  for (;;) {
    const open = data.indexOf('"', at)
    if (open === -1) return sum
    let close = open + 1
    while (close < data.length && data.charCodeAt(close) !== 34) close += data.charCodeAt(close) === 92 ? 2 : 1
    close = Math.min(close, data.length)
    if (close - open > sentenceMinCharacters && isProse(data, open + 1, close)) sum += close - open - 1
    at = close + 1
  }
}

/**
 * Counts the sentences in the data of a page.
 * @returns number of characters; user interface texts and descriptions of a website do not count.
 */
export function payloadCharacters(scripts: readonly DataScript[]): number {
  let sum = 0
  let left: number = judgeLimits.dataMaxCharacters
  for (const { type, content } of scripts) {
    if (left <= 0) break
    const data = content.slice(0, left)
    left -= data.length
    if (holdsText(data, type)) sum += proseCharacters(data)
  }
  return sum
}
