/** Bounds on how long a value is as JSON, kept without writing what is far too long. */

/** Quotation marks around a text, brackets around a list. */
const enclosure = 2
/** Quotation marks and the colon of a name, at least one character of value, a comma. */
const memberLeast = 5

function ownCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length + enclosure
  if (typeof value !== 'object' || value === null) return 1
  return enclosure
}

/**
 * True when `value` as JSON certainly has more characters than that. It may have some more without
 * it, because escapes, commas and the digits of numbers are not counted. Needs no recursion.
 */
function isLongerThan(value: unknown, characters: number): boolean {
  const waiting: unknown[] = [value]
  let room = characters
  while (waiting.length > 0) {
    const next = waiting.pop()
    room -= ownCharacters(next)
    if (room < 0) return true
    if (Array.isArray(next)) {
      if (next.length > room) return true
      for (const item of next as unknown[]) waiting.push(item)
    } else if (typeof next === 'object' && next !== null) {
      const names = Object.keys(next)
      if ((names.length - 1) * memberLeast > room) return true
      for (const name of names) {
        room -= name.length + enclosure
        waiting.push((next as Record<string, unknown>)[name])
      }
      if (room < 0) return true
    }
  }
  return false
}

/**
 * The value as JSON.
 * @param value parsed JSON of any size, not undefined.
 * @param maxBytes what the text may have in UTF-8.
 * @returns null when it has more.
 */
export function jsonWithin(value: unknown, maxBytes: number): string | null {
  if (isLongerThan(value, maxBytes)) return null
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) > maxBytes ? null : text
}
