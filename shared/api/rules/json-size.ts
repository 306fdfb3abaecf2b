/** Limits the length of a value as JSON, without serialising values that are far too long. */

/** Length of the quotation marks around a text, or the brackets around a list. */
const enclosure = 2
/** Minimum length of a member: the quotation marks and the colon of its name, one character of value, a comma. */
const memberLeast = 5

function ownCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length + enclosure
  if (typeof value !== 'object' || value === null) return 1
  return enclosure
}

/**
 * Returns true only when `value` as JSON has more than `characters` characters. It may also return false for a value
 * that is slightly longer, because escapes, commas and the digits of numbers are not counted. Does not recurse.
 */
function isLongerThan(value: unknown, characters: number): boolean {
  const waiting: unknown[] = [value]
  let left = characters
  while (waiting.length > 0) {
    const next = waiting.pop()
    left -= ownCharacters(next)
    if (left < 0) return true
    if (Array.isArray(next)) {
      if (next.length > left) return true
      for (const item of next as unknown[]) waiting.push(item)
    } else if (typeof next === 'object' && next !== null) {
      const names = Object.keys(next)
      if ((names.length - 1) * memberLeast > left) return true
      for (const name of names) {
        left -= name.length + enclosure
        waiting.push((next as Record<string, unknown>)[name])
      }
      if (left < 0) return true
    }
  }
  return false
}

/**
 * Serialises a value as JSON.
 * @param value parsed JSON of any size, not undefined.
 * @param maxBytes maximum size of the text in UTF-8, bytes.
 * @returns the text; null when it is larger.
 */
export function jsonWithin(value: unknown, maxBytes: number): string | null {
  if (isLongerThan(value, maxBytes)) return null
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) > maxBytes ? null : text
}
