/**
 * Checks whether a text can be a CSS selector for a browser. Browsers support selectors that are newer than this file,
 * so only text that is invalid in every version of CSS is refused. Standard:
 * https://www.w3.org/TR/selectors-4/#grammar
 */

/** Comments, escapes and strings: their content does not affect the outline of a selector. */
const opaque = /\/\*[^]*?\*\/|\\(?:[\dA-Fa-f]{1,6}\s?|[^])|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

/** Characters allowed outside of brackets, once escapes and strings are replaced by an `x`. */
const allowed = /^[\w\-*.#:,>+~|&\s\u{80}-\u{10ffff}]*$/u
const lonely = /^\s*[>+~,]|[>+~,.#:]\s*$|,\s*,|[>+~,]\s*[>+~,]|[.#:]\s/
const digitFirst = /(?:^|[.#:\s>+~,])\d/

/** Returns the text without bracketed parts; null when a bracket closes that was not opened. */
function withoutBrackets(text: string): string | null {
  const open: string[] = []
  let outside = ''
  for (const character of text) {
    const close = closing[character]
    if (close !== undefined) {
      // An attribute selector counts as a name; an argument in parentheses is dropped.
      if (open.length === 0) outside += character === '[' ? 'x' : ''
      open.push(close)
    } else if (character === ')' || character === ']') {
      if (open.pop() !== character) return null
    } else if (open.length === 0) outside += character
  }
  return outside
}

/**
 * Checks the outline of a CSS selector, in time linear in its length.
 * @returns null when a browser may accept the selector; otherwise the problem, as the end of a sentence.
 */
export function syntaxProblem(selector: string): string | null {
  const text = selector.trim()
  if (text === '') return 'must not be blank'
  const outside = withoutBrackets(text.replaceAll(opaque, (part) => (part.startsWith('/*') ? ' ' : 'x')))
  const isOutline = outside !== null && allowed.test(outside) && !lonely.test(outside) && !digitFirst.test(outside)
  return isOutline ? null : 'must be a CSS selector'
}
