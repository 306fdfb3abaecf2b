/**
 * Whether a text can be a CSS selector at all, as a browser reads it. Browsers know selectors that are
 * newer than this file, so only what no version of CSS has is refused.
 * Standard: https://www.w3.org/TR/selectors-4/#grammar
 */

/** What stands in brackets or quotes, and escapes, say nothing about the outline of a selector. */
const opaque = /\/\*[^]*?\*\/|\\(?:[\dA-Fa-f]{1,6}\s?|[^])|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

/** Outside of brackets, an `x` for each name. */
const allowed = /^[\w\-*.#:,>+~|&\s\u{80}-\u{10ffff}]*$/u
const lonely = /^\s*[>+~,]|[>+~,.#:]\s*$|,\s*,|[>+~,]\s*[>+~,]|[.#:]\s/
const digitFirst = /(?:^|[.#:\s>+~,])\d/

/** The text without what stands in brackets; null when a bracket is closed that was not opened. */
function withoutBrackets(text: string): string | null {
  const open: string[] = []
  let outside = ''
  for (const character of text) {
    const close = closing[character]
    if (close !== undefined) {
      // Attributes and arguments are as good as a name.
      if (open.length === 0) outside += character === '[' ? 'x' : ''
      open.push(close)
    } else if (character === ')' || character === ']') {
      if (open.pop() !== character) return null
    } else if (open.length === 0) outside += character
  }
  return outside
}

/**
 * What is wrong with the outline of a CSS selector. In time linear in its length.
 * @returns null when a browser may be able to read it; otherwise the end of a sentence.
 */
export function syntaxProblem(selector: string): string | null {
  const text = selector.trim()
  if (text === '') return 'must not be blank'
  const outside = withoutBrackets(text.replaceAll(opaque, (part) => (part.startsWith('/*') ? ' ' : 'x')))
  const isOutline = outside !== null && allowed.test(outside) && !lonely.test(outside) && !digitFirst.test(outside)
  return isOutline ? null : 'must be a CSS selector'
}
