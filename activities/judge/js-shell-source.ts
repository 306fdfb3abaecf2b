/**
 * Finds tags, names and text in the source of a page. Every search is linear, and runs to a position that its caller
 * then consumes.
 */

/** Whether a code unit is an ASCII letter. */
export const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

/** Whether a quote follows an equals sign, and is not inside a name or a value. */
function beginsValue(html: string, quote: number): boolean {
  let at = quote - 1
  while (quote - at < 8 && isSpace(html.charCodeAt(at))) at--
  return html.charCodeAt(at) === 61
}

const indexOrEnd = (html: string, needle: string, from: number): number => {
  const at = html.indexOf(needle, from)
  return at === -1 ? html.length : at
}

/** Returns the position of a tag's `>`, skipping quoted values; the first `>` if a quote never ends. */
export function tagEnd(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (code === 62) return at
    if ((code === 34 || code === 39) && beginsValue(html, at)) {
      const close = html.indexOf(code === 34 ? '"' : "'", at + 1)
      if (close === -1) return indexOrEnd(html, '>', from)
      at = close
    }
  }
  return html.length
}

/** Maximum length of an element name, in characters; longer names are cut. */
const nameMaxCharacters = 60

/** Returns the element name at a position, in lower case. */
export function elementName(html: string, from: number): string {
  let end = from
  let upper = false
  for (; end < html.length && end - from < nameMaxCharacters; end++) {
    const code = html.charCodeAt(end)
    if (code >= 65 && code <= 90) upper = true
    if (code === 62 || code === 47 || isSpace(code)) break
  }
  const found = html.slice(from, end)
  return upper ? found.toLowerCase() : found
}

/** Finds the end tags of raw text elements. */
export class RawText {
  readonly #html: string
  #hasCapitals: boolean | null = null

  constructor(html: string) {
    this.#html = html
  }

  /** Returns the position of the next end tag of an element, or the end of the document. */
  end(element: string, from: number): number {
    const html = this.#html
    this.#hasCapitals ??= html.includes('</S') || html.includes('</N') || html.includes('</T') || html.includes('</I')
    // A search for lower case only is many times faster.
    if (!this.#hasCapitals) return indexOrEnd(html, `</${element}`, from)
    const pattern = new RegExp(`</${element}`, 'gi')
    pattern.lastIndex = from
    return pattern.exec(html)?.index ?? html.length
  }
}

const numeric = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,10});/gi
const visible = (reference: string): string =>
  /^&(?:nbsp|#160|#xa0|ensp|emsp|thinsp|zwnj|zwj|shy|#8203|#x200b);$/i.test(reference) ? ' ' : 'x'

/** Returns the visible text of a node: a character reference counts as one character, white space is collapsed. */
export function readableText(html: string, from: number, to = html.length): string {
  let start = from
  let end = to
  while (start < end && isSpace(html.charCodeAt(start))) start++
  if (start === end) return ''
  while (isSpace(html.charCodeAt(end - 1))) end--
  let text = html.slice(start, end)
  if (text.includes('&')) text = text.replaceAll(numeric, visible)
  if (/\s\s|[\t-\r]/.test(text)) text = text.replaceAll(/\s+/g, ' ')
  return text === ' ' ? '' : text
}

/** Creates a pattern for the value of an attribute; see `valueOf`. */
export const attributePattern = (attribute: string): RegExp =>
  new RegExp(`(?:^|[\\s"'/])${attribute}\\s*=\\s*(?:"([^"]{0,2000})|'([^']{0,2000})|([^\\s"'>]{1,2000}))`, 'i')

/** Returns the value of an attribute, or null. @param attributes source of the tag after the element name. */
export const valueOf = (pattern: RegExp, attributes: string): string | null => {
  const match = pattern.exec(attributes)
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '').trim()
}
