/** Character classes of CommonMark, which determine whether a delimiter opens or closes. */

const unicodePunctuation = /^[\p{P}\p{S}]$/u
const unicodeSpace = /^[\p{Zs}\t\n\f\r]$/u

/** Returns true for CommonMark's Unicode white space; the empty string (edge of the text) counts as white space. */
export function isSpace(character: string): boolean {
  return character === '' || character === ' ' || character === '\n' || unicodeSpace.test(character)
}

/** Returns true for ASCII punctuation, the characters that a backslash can escape. */
export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  )
}

/** Returns true for CommonMark's Unicode punctuation, symbols included. */
export function isPunctuation(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code < 128) return isAsciiPunctuation(code)
  return unicodePunctuation.test(character)
}

/** Returns the last character of a text without splitting a surrogate pair. */
export function lastCharacter(text: string): string {
  const code = text.charCodeAt(text.length - 1)
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(-2) : text.slice(-1)
}

/** Returns the first character of a text without splitting a surrogate pair. */
export function firstCharacter(text: string): string {
  const code = text.charCodeAt(0)
  return code >= 0xd800 && code <= 0xdbff ? text.slice(0, 2) : text.slice(0, 1)
}

/** Returns the length of the longest run of one character. */
export function longestRun(text: string, character: string): number {
  let longest = 0
  let at = text.indexOf(character)
  while (at !== -1) {
    let end = at + 1
    while (text[end] === character) end++
    longest = Math.max(longest, end - at)
    at = text.indexOf(character, end)
  }
  return longest
}
