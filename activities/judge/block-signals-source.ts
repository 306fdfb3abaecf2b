/**
 * Separates the markup of a document from its readable text: an article that quotes the source of a block page is not a
 * block page.
 */

/** The parts of a document; all in lower case. */
export interface SourceParts {
  /** Tags with their attributes (only the beginning of very long ones), and the bodies of scripts. */
  code: string
  /** Text between tags, with white space collapsed and numeric character references decoded. */
  text: string
  title: string
}

/** Number of characters kept of one tag; bounds the cost of patterns that search inside a tag. */
const tagMaxCharacters = 1_000

/** Elements whose content is not text: true when it is kept as code, false when it is dropped. */
const rawElements = new Map([
  ['script', true],
  ['style', false],
  ['template', false],
])

const isLetter = (code: number): boolean => code >= 97 && code <= 122

const maxCodePoint = 0x10_ff_ff

const readable = (text: string): string =>
  text
    .replaceAll(/&#(\d{1,7});/g, (whole, digits: string) =>
      Number(digits) <= maxCodePoint ? String.fromCodePoint(Number(digits)) : whole,
    )
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the position after the next `needle`, or the end. */
function behind(html: string, needle: string, from: number): number {
  const at = html.indexOf(needle, from)
  return at === -1 ? html.length : at + needle.length
}

/**
 * Separates HTML into its parts in one linear pass: every search runs to a position that is then consumed. A document
 * that begins like JSON is treated as code only.
 */
export function sourceParts(html: string): SourceParts {
  const source = html.toLowerCase()
  if (source.trimStart().startsWith('{')) return { code: source, text: '', title: '' }
  const code: string[] = []
  const text: string[] = []
  let title: string | null = null
  let at = 0
  while (at < source.length) {
    const open = source.indexOf('<', at)
    if (open === -1) break
    text.push(source.slice(at, open))
    if (source.startsWith('<!--', open)) {
      at = behind(source, '-->', open + 4)
      continue
    }
    const next = source.charCodeAt(open + 1)
    // A lone `<` is text; `/`, `!`, `?` or a letter after it begins markup.
    if (!isLetter(next) && next !== 47 && next !== 33 && next !== 63) {
      text.push('<')
      at = open + 1
      continue
    }
    at = behind(source, '>', open)
    const tag = source.slice(open, at)
    const name = /^<([a-z]+)/.exec(tag)?.[1] ?? ''
    const isCode = rawElements.get(name)
    code.push(tag.length <= tagMaxCharacters ? tag : `${tag.slice(0, tagMaxCharacters)}>`)
    if (isCode === undefined && name !== 'title') {
      // Separates the words before and after the element.
      text.push(' ')
      continue
    }
    const end = source.indexOf(`</${name}`, at)
    const body = source.slice(at, end === -1 ? source.length : end)
    if (name === 'title') title ??= readable(body)
    else if (isCode === true) code.push(body)
    at = end === -1 ? source.length : end
  }
  text.push(source.slice(at))
  return { code: code.join('\n'), text: readable(text.join('')), title: title ?? '' }
}
