/** Pieces of Python source text. */

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** The first line of every file that is made. */
export const generatedNotice = '# Made from openapi.json by tools/python-client/main.ts: do not edit.'

/** Whether a member can be an attribute as it is spelt. */
export const isName = (name: string): boolean => /^[A-Za-z]\w*$/.test(name) && !keywords.has(name)

/** `readCrawl`, `If-Match` → `read_crawl`, `if_match`. */
export const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** `next_cursor`, `finalUrl` → `NextCursor`, `FinalUrl`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z\d]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')

/** A Python literal of a JSON value without objects. */
export function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** A docstring with the indentation of its lines; empty without text. */
export function docstring(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return ''
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  const lines = escaped.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`))
  const body = lines.join('\n').trimStart()
  const end = body.includes('\n') ? `\n${indent}"""` : body.endsWith('"') ? ' """' : '"""'
  return `${indent}"""${body}${end}\n`
}
