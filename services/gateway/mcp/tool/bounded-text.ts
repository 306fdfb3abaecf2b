/** Cuts long texts into portions that together are the text. */

const isHighSurrogate = (unit: number): boolean => unit >= 0xd8_00 && unit <= 0xdb_ff

/**
 * Returns where a portion ends: behind the last paragraph that fits, otherwise behind the last line or word, as long as
 * that leaves at least half of the portion.
 * @param start index of the first character of the portion.
 * @param maxCharacters most characters of the portion.
 * @returns index behind its last character; the length of the text when the rest fits.
 */
export function portionEnd(text: string, start: number, maxCharacters: number): number {
  const end = start + maxCharacters
  if (text.length <= end) return text.length
  const earliest = start + Math.ceil(maxCharacters / 2)
  for (const gap of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(gap, end - gap.length) + gap.length
    if (at >= earliest && at >= gap.length) return at
  }
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
}
