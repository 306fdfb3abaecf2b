/**
 * Texts that are kept out of longer ones. V8 lets a part of a string refer to the whole, so a few kept
 * characters of each message would keep every message in memory. Pure.
 */

const isLatin = (text: string): boolean => !/[^\0-\xff]/.test(text)

/** @returns the first `max` characters, all of them @default, as a string of its own. */
export function flatText(text: string, max = text.length): string {
  const cut = text.length > max ? text.slice(0, max) : text
  const encoding = isLatin(cut) ? 'latin1' : 'utf16le'
  return Buffer.from(cut, encoding).toString(encoding)
}

/** @returns the text itself where it is short enough, else its beginning. */
export const shortText = (text: string, max: number): string => (text.length <= max ? text : flatText(text, max))
