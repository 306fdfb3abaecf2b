/**
 * Handles differences between the patterns people write and the syntax of RE2: two JavaScript spellings are
 * translated; constructs that need backtracking or another engine are reported by name.
 */

/** Result of reading one pattern. */
export type DialectResult = { ok: true; source: string } | { ok: false; construct: string }

const groupConstructs: readonly (readonly [prefix: RegExp, name: string])[] = [
  [/^\(\?=/, 'look-ahead `(?=`'],
  [/^\(\?!/, 'negative look-ahead `(?!`'],
  [/^\(\?<=/, 'look-behind `(?<=`'],
  [/^\(\?<!/, 'negative look-behind `(?<!`'],
  [/^\(\?>/, 'atomic group `(?>`'],
  [/^\(\?\(/, 'conditional `(?(`'],
  [/^\(\?#/, 'comment `(?#`'],
  [/^\(\?P=/, 'back-reference `(?P=`'],
  [/^\(\?(?:R|[+-]?\d|&|P>)/, 'recursion `(?R)`'],
  [/^\(\?[imsU]*x/, 'extended mode `(?x)`'],
]

const escapeConstructs: readonly (readonly [prefix: RegExp, name: string])[] = [
  [/^\\[1-9]/, 'back-reference'],
  [/^\\k/, 'named back-reference `\\k`'],
  [/^\\g/, 'back-reference `\\g`'],
  [/^\\c/, 'control escape `\\c`'],
  [/^\\[GZKXRhHNe]/, 'escape'],
]

/** JavaScript escapes that RE2 spells differently: `\uXXXX`, a surrogate pair of two of these, or `\u{X...}`. */
const unicodeEscape =
  /^\\u(?:\{(?<braced>[0-9a-fA-F]{1,6})\}|(?<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?<low>[dD][c-fC-F][0-9a-fA-F]{2})|(?<plain>[0-9a-fA-F]{4}))/

function translateUnicode(rest: string): { text: string; consumed: number } | null {
  const match = unicodeEscape.exec(rest)
  if (match?.groups === undefined) return null
  const { braced, high, low, plain } = match.groups
  const hex =
    high !== undefined && low !== undefined
      ? String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0)?.toString(16)
      : (braced ?? plain)
  return { text: `\\x{${hex ?? ''}}`, consumed: match[0].length }
}

const named = (table: readonly (readonly [RegExp, string])[], rest: string): string | null => {
  const row = table.find(([prefix]) => prefix.test(rest))
  if (row === undefined) return null
  return row[1] === 'escape' || row[1] === 'back-reference' ? `${row[1]} \`${rest.slice(0, 2)}\`` : row[1]
}

const possessive = /^(?:[*+?]|\{\d+(?:,\d*)?\})\+/

/** Reads the token at the start of `rest`: its translated text and its length, or the construct RE2 cannot run. */
function readToken(rest: string, inClass: boolean): { text: string; consumed: number } | { construct: string } {
  if (rest.startsWith('\\')) {
    if (!inClass && rest.startsWith('\\Q')) {
      const end = rest.indexOf('\\E')
      const consumed = end === -1 ? rest.length : end + 2
      return { text: rest.slice(0, consumed), consumed }
    }
    const construct = inClass ? null : named(escapeConstructs, rest)
    if (construct !== null) return { construct }
    if (inClass && rest.startsWith('\\b')) return { text: '\\x08', consumed: 2 }
    return translateUnicode(rest) ?? { text: rest.slice(0, 2), consumed: 2 }
  }
  if (inClass) return { text: rest.charAt(0), consumed: 1 }
  if (rest.startsWith('[^]')) return { text: '[\\x{0}-\\x{10FFFF}]', consumed: 3 }
  const construct = (rest.startsWith('(?') ? named(groupConstructs, rest) : null) ?? null
  if (construct !== null) return { construct }
  if (possessive.test(rest)) return { construct: 'possessive quantifier' }
  return { text: rest.charAt(0), consumed: 1 }
}

/**
 * Translates a pattern to the syntax of RE2.
 *
 * `\uXXXX`, `\u{X}` and `[^]` (any character) of JavaScript are replaced by their RE2 spelling.
 * @returns the translated source, or the name of the first construct RE2 cannot run. Syntax errors are not detected
 * here: the compiler reports them.
 */
export function readDialect(pattern: string): DialectResult {
  let source = ''
  let inClass = false
  for (let at = 0; at < pattern.length;) {
    const token = readToken(pattern.slice(at), inClass)
    if ('construct' in token) return { ok: false, construct: token.construct }
    if (token.consumed === 1 && token.text === '[' && !inClass) {
      inClass = true
      // A `]` directly after `[` or `[^` is a member of the class, not its end.
      const lead = /^\[\^?\]?/.exec(pattern.slice(at))?.[0] ?? '['
      source += lead
      at += lead.length
      continue
    }
    if (token.text === '[' && inClass) {
      const posix = /^\[:\^?[a-z]+:\]/.exec(pattern.slice(at))?.[0]
      if (posix !== undefined) {
        source += posix
        at += posix.length
        continue
      }
    }
    if (token.text === ']' && inClass) inClass = false
    source += token.text
    at += token.consumed
  }
  return { ok: true, source }
}
