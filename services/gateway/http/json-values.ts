/** Counts the values of a JSON text without parsing it, because parsing is what many values make expensive. */

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const openBrace = 0x7b

/**
 * Finds the end of a string literal.
 * @param start index of its opening quote.
 * @returns index of its closing quote; the length of the text when it has none.
 */
function stringEnd(json: Buffer, start: number): number {
  const next = json.indexOf(quote, start + 1)
  if (next === -1) return json.length
  // Most strings have no escapes; a string with one is scanned byte by byte.
  if (json[next - 1] !== backslash) return next
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

/**
 * Returns true when a JSON text has more than `max` strings, containers and commas; this count is at least the number
 * of its values, including keys, minus one. Reads each byte at most three times and stops as soon as the limit is
 * exceeded.
 * @param json text in UTF-8; the count of invalid JSON is unspecified.
 */
export function hasMoreValues(json: Buffer, max: number): boolean {
  let count = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) at = stringEnd(json, at)
    else if (byte !== comma && byte !== openBracket && byte !== openBrace) continue
    count += 1
    if (count > max) return true
  }
  return false
}
