/** Splits codes of number formats into their sections (ECMA-376 part 1, 18.8.31). */

/** Part of a number format for some of the numbers. */
export interface FormatSection {
  /** Characters, escaped characters, quoted texts and brackets, in order. */
  tokens: readonly string[]
  /** The placeholders: no literal text, colours or conditions. */
  bare: string
  /** Returns whether a number fulfils the condition of the section; null without one. */
  holds: ((value: number) => boolean) | null
}

/** Only this many characters of a code are read; Excel allows no more. */
const codeMaxLength = 255

/** Quoted text, brackets, an escape (`\`), a width (`_`) or a filler (`*`) with its character, or one character. */
const token = /"[^"]*"?|\[[^\]]*\]?|[\\_*].?|./gsu

/** Returns the sections of a code; at least one. */
export function sectionsOf(code: string): FormatSection[] {
  const sections: string[][] = [[]]
  for (const [text] of code.slice(0, codeMaxLength).matchAll(token)) {
    if (text === ';') sections.push([])
    else sections.at(-1)!.push(text)
  }
  return sections.map((tokens) => ({
    tokens,
    bare: tokens.filter(isPlaceholder).join(''),
    holds: tokens.map(conditionOf).find((holds) => holds !== null) ?? null,
  }))
}

/** Single characters, and brackets of elapsed time. */
const isPlaceholder = (text: string): boolean => !/^["[\\_*]/.test(text) || /^\[(?:h+|m+|s+)\]$/i.test(text)

function conditionOf(text: string): FormatSection['holds'] {
  const [, operator, operand = ''] = /^\[(<=|>=|<>|<|>|=) ?(-?\d+(?:\.\d+)?(?:E[+-]?\d{1,3})?)\]$/i.exec(text) ?? []
  const limit = Number(operand)
  if (operator === '<') return (value) => value < limit
  if (operator === '<=') return (value) => value <= limit
  if (operator === '>') return (value) => value > limit
  if (operator === '>=') return (value) => value >= limit
  if (operator === '=') return (value) => value === limit
  return operator === '<>' ? (value) => value !== limit : null
}

/** Returns the literal text of tokens as a cell shows it; without widths, fillers, and separators of thousands. */
export const literalText = (tokens: readonly string[]): string => tokens.map(literalOf).join('')

function literalOf(text: string): string {
  if (text.startsWith('"')) return text.slice(1).replace('"', '')
  if (text.startsWith('\\')) return text.slice(1)
  // A currency, with an optional language behind it.
  if (text.startsWith('[')) return /^\[\$([^\]-]{1,8})/.exec(text)?.[1] ?? ''
  return /^[_*,.]/.test(text) ? '' : text
}
