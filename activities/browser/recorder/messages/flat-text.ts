/**
 * Copies texts that are kept out of longer ones. In V8 a substring may refer to the whole string, so that a few kept
 * characters of each message would keep every message in memory. Pure.
 */

const isLatin = (text: string): boolean => !/[^\0-\xff]/.test(text)

/**
 * @param max @default the whole text
 * @returns the first `max` characters as an independent string.
 */
export function flatText(text: string, max = text.length): string {
  const cut = text.length > max ? text.slice(0, max) : text
  const encoding = isLatin(cut) ? 'latin1' : 'utf16le'
  return Buffer.from(cut, encoding).toString(encoding)
}

/** @returns the text itself when it is short enough, otherwise its beginning. */
export const shortText = (text: string, max: number): string => (text.length <= max ? text : flatText(text, max))
