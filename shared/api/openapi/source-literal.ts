/** Formats values as source code: JSON, JavaScript, Python. */

export type LiteralStyle = 'json' | 'js' | 'python'

/** A nested list or object stays on one line up to this length, characters. */
const lineMax = 64

const words: Record<LiteralStyle, { true: string; false: string; null: string }> = {
  json: { true: 'true', false: 'false', null: 'null' },
  js: { true: 'true', false: 'false', null: 'null' },
  python: { true: 'True', false: 'False', null: 'None' },
}

/** Returns a text in single quotes, the usual style of JavaScript. */
const singleQuoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/\\.|'/g, (found) => (found === "'" ? "\\'" : found === '\\"' ? '"' : found))}'`

/** Returns a text as a string literal. */
export const stringLiteral = (text: string, style: LiteralStyle): string =>
  style === 'js' ? singleQuoted(text) : JSON.stringify(text)

const keyLiteral = (name: string, style: LiteralStyle): string =>
  style === 'js' && /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name, style)

function scalar(value: unknown, style: LiteralStyle): string {
  if (typeof value === 'string') return stringLiteral(value, style)
  if (value === null) return words[style].null
  if (typeof value === 'boolean') return value ? words[style].true : words[style].false
  return JSON.stringify(value) ?? words[style].null
}

/**
 * Formats a JSON value as source code.
 * @param indent indentation of the line on which the text begins, spaces.
 * @param broken whether the outermost list or object is split over several lines even when it is short.
 */
export function literal(value: unknown, style: LiteralStyle, indent = 0, broken = true): string {
  if (typeof value !== 'object' || value === null) return scalar(value, style)
  const list = Array.isArray(value)
  const entries: [string, unknown][] = list
    ? value.map((item): [string, unknown] => ['', item])
    : Object.entries(value).map(([name, member]) => [`${keyLiteral(name, style)}: `, member])
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return open + close
  const parts = (inside: number): string[] =>
    entries.map(([key, member]) => key + literal(member, style, inside, false))
  const line = parts(0).join(', ')
  const padded = list || style !== 'js' ? open + line + close : `${open} ${line} ${close}`
  if (!broken && padded.length <= lineMax && !padded.includes('\n')) return padded
  const pad = ' '.repeat(indent)
  const step = style === 'python' ? 4 : 2
  const lines = parts(indent + step).map((part) => pad + ' '.repeat(step) + part)
  return `${open}\n${lines.join(',\n')}${style === 'json' ? '' : ','}\n${pad}${close}`
}
