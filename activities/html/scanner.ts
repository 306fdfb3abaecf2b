/**
 * Splits HTML into tags and text in one linear pass; also feeds and their links, which often are not well-formed XML.
 * Parts of documents and sitemaps are read by `xml-scanner.ts`.
 *
 * Follows the tokenization stage of the HTML standard for everything that a tree or a plain text needs. Comments,
 * scripts and style sheets are skipped without copying. Scripts that hold data (JSON, TeX) are reported like raw text;
 * all scripts are reported to a handler that has a method for them. What is open inside a noscript element ends with it:
 * to a browser with scripts, the element is one text.
 * Every search advances the position it searches from, so no input makes the pass worse than linear.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { elementName } from './tags.ts'

/** One attribute: name in lower case, value with decoded character references. */
export interface Attribute {
  name: string
  value: string
}

/** How to read the content of the element just opened. */
export type ContentModel = 'markup' | 'text-with-references' | 'raw-text' | 'rest-is-text'

/** Receives tags and texts in document order. */
export interface MarkupHandler {
  /**
   * @param after position after the tag in the source, after its normalisation.
   * @returns how to read the content, up to the end tag of the same name.
   */
  startTag(name: string, attributes: Attribute[], selfClosing: boolean, after: number): ContentModel
  /** @param at position of the tag, or the end of the source where it is missing. */
  endTag(name: string, at: number): void
  /** Receives every script of HTML content; one that holds data is also reported as an element. */
  script?(attributes: readonly Attribute[], content: string): void
  text(text: string): void
  /** @param declaration the text between `<!doctype` and `>`. */
  doctype(declaration: string): void
  /** Returns true while the current element is foreign (SVG, MathML), where `<![CDATA[` is text. */
  inForeignContent(): boolean
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** Tab, line feed, form feed, carriage return and space. */
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13 || code === 12

/**
 * Reads markup and reports it to the handler.
 * @param html source text.
 * @param attributesMax attributes kept per element; further ones are ignored.
 */
export function scanMarkup(html: string, handler: MarkupHandler, attributesMax: number): void {
  new MarkupScanner(normalised(html), handler, attributesMax).run()
}

/** Converts carriage returns to line feeds and removes NUL, as the input stream preprocessing requires. */
function normalised(html: string): string {
  let text = html
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n')
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

/**
 * Matches possible character references; the longest name has 31 characters. In an attribute, a following equals sign
 * means that it is not a reference. Only matches are passed to the decoder, which creates a string at every ampersand.
 */
const references = /&(?:#(?:x[\da-f]+|\d+)|[a-z][a-z\d]{1,31})[;=]?/gi

const decoded = (text: string): string => (text.includes('&') ? text.replaceAll(references, decodedReference) : text)

const decodedAttribute = (value: string): string =>
  value.includes('&') ? value.replaceAll(references, decodedAttributeReference) : value

// Separate functions, because `replaceAll` passes further arguments that the decoders would read as options.
const decodedReference = (reference: string): string => decodeHTML(reference)
const decodedAttributeReference = (reference: string): string => decodeHTMLAttribute(reference)

/** Script types with data that may be needed: linked data, state, formulas. */
const dataType = /^\s*(?:application\/(?:[\w.-]+\+)?json|math\/tex)\s*(?:;|$)/i

const namesData = ({ name, value }: Attribute): boolean => name === 'type' && dataType.test(value)

/** A valid document type is never longer than this. */
const doctypeMaxCharacters = 512

/** Caches the next position of a marker, so that an absent marker is searched for only once. */
class NextOccurrence {
  #at = -2
  readonly #html: string
  readonly #marker: string

  constructor(html: string, marker: string) {
    this.#html = html
    this.#marker = marker
  }

  /** Returns the first position at or after `from`, or -1. `from` must not decrease between calls. */
  from(from: number): number {
    if (this.#at !== -1 && this.#at < from) this.#at = this.#html.indexOf(this.#marker, from)
    return this.#at
  }
}

class MarkupScanner {
  readonly #html: string
  readonly #handler: MarkupHandler
  readonly #attributesMax: number
  readonly #commentEnd: NextOccurrence
  readonly #bangCommentEnd: NextOccurrence
  readonly #commentStart: NextOccurrence
  /** Current position; everything before it has been reported. */
  #at = 0
  #attributes: Attribute[] = []
  #selfClosing = false
  #isInNoscript = false
  /** Where the next end tag of a noscript element begins, at or after the last position asked for. */
  #noscriptEnd = -1

  constructor(html: string, handler: MarkupHandler, attributesMax: number) {
    this.#html = html
    this.#handler = handler
    this.#attributesMax = attributesMax
    this.#commentStart = new NextOccurrence(html, '<!--')
    this.#commentEnd = new NextOccurrence(html, '-->')
    this.#bangCommentEnd = new NextOccurrence(html, '--!>')
  }

  run(): void {
    const html = this.#html
    let from = 0
    for (;;) {
      const open = html.indexOf('<', from)
      if (open === -1) break
      const next = html.charCodeAt(open + 1)
      if (isLetter(next)) {
        this.#flush(open)
        this.#startTag(open + 1)
      } else if (next === 47 /* / */) {
        const third = html.charCodeAt(open + 2)
        if (Number.isNaN(third)) break
        this.#flush(open)
        if (isLetter(third)) this.#endTag(open + 2)
        else this.#at = this.#after('>', open + 2)
      } else if (next === 33 /* ! */) {
        this.#flush(open)
        this.#declaration(open + 2)
      } else if (next === 63 /* ? */) {
        this.#flush(open)
        this.#at = this.#after('>', open + 2)
      } else {
        from = open + 1
        while (html.charCodeAt(from) === 60 && html.charCodeAt(from + 1) === 60) from++
        continue
      }
      from = this.#at
    }
    this.#flush(html.length)
  }

  #flush(end: number): void {
    if (end > this.#at) this.#handler.text(decoded(this.#html.slice(this.#at, end)))
    this.#at = end
  }

  /** Returns the position after the marker, or the end of the page. */
  #after(marker: string, from: number): number {
    const found = this.#html.indexOf(marker, from)
    return found === -1 ? this.#html.length : found + marker.length
  }

  #declaration(at: number): void {
    const html = this.#html
    if (html.startsWith('--', at)) {
      this.#at = Math.min(this.#commentEndAfter(at + 2), this.#contentBound())
    } else if (html.startsWith('[CDATA[', at) && this.#handler.inForeignContent()) {
      const end = html.indexOf(']]>', at + 7)
      const stop = end === -1 ? html.length : end
      if (stop > at + 7) this.#handler.text(html.slice(at + 7, stop))
      this.#at = Math.min(stop + 3, html.length)
    } else {
      const end = this.#after('>', at)
      if (html.slice(at, at + 7).toLowerCase() === 'doctype') {
        this.#handler.doctype(html.slice(at + 7, Math.min(end - 1, at + doctypeMaxCharacters)))
      }
      this.#at = end
    }
  }

  #commentEndAfter(at: number): number {
    const html = this.#html
    if (html.startsWith('>', at)) return at + 1
    if (html.startsWith('->', at)) return at + 2
    const plain = this.#commentEnd.from(at)
    const bang = this.#bangCommentEnd.from(at)
    if (plain === -1 && bang === -1) return html.length
    return bang === -1 || (plain !== -1 && plain < bang) ? plain + 3 : bang + 4
  }

  #endTag(at: number): void {
    const name = this.#name(at)
    if (name === 'noscript') this.#isInNoscript = false
    if (this.#readAttributes(this.#at, 0)) this.#handler.endTag(name, at - 2)
  }

  #startTag(at: number): void {
    const name = this.#name(at)
    if (!this.#readAttributes(this.#at, this.#attributesMax)) return
    // In foreign content, script and style are ordinary elements.
    if ((name === 'script' || name === 'style') && !this.#handler.inForeignContent()) {
      this.#script(name)
      return
    }
    const model = this.#handler.startTag(name, this.#attributes, this.#selfClosing, this.#at)
    if (name === 'noscript' && !this.#handler.inForeignContent()) this.#isInNoscript = true
    if (model === 'markup') return
    const bound = this.#contentBound()
    const end = model === 'rest-is-text' ? bound : this.#rawTextEnd(name, this.#at, bound)
    if (end > this.#at) {
      const content = this.#html.slice(this.#at, end)
      this.#handler.text(model === 'text-with-references' ? decoded(content) : content)
    }
    this.#leaveRawText(name, end)
    this.#handler.endTag(name, end)
  }

  /** Skips a script or style sheet; reports it when it holds data. */
  #script(name: 'script' | 'style'): void {
    const handler = this.#handler
    const from = this.#at
    const isData = name === 'script' && this.#attributes.some(namesData)
    const bound = this.#contentBound()
    const end = name === 'script' ? this.#scriptEnd(from, bound) : this.#rawTextEnd(name, from, bound)
    if (name === 'script' && handler.script !== undefined) {
      handler.script(this.#attributes, this.#html.slice(from, end))
    }
    if (isData) {
      handler.startTag(name, this.#attributes, false, from)
      if (end > from) handler.text(this.#html.slice(from, end))
      handler.endTag(name, end)
    }
    this.#leaveRawText(name, end)
  }

  #name(at: number): string {
    const html = this.#html
    let end = at + 1
    for (; end < html.length; end++) {
      const code = html.charCodeAt(end)
      if (code === 62 || code === 47 || isSpace(code)) break
    }
    this.#at = end
    return elementName(html.slice(at, end))
  }

  /** Reads to the end of a tag. @returns false when the page ends inside it; then there is no tag. */
  #readAttributes(from: number, attributesMax: number): boolean {
    const html = this.#html
    const length = html.length
    let at = from
    this.#attributes = []
    this.#selfClosing = false
    for (;;) {
      let code = html.charCodeAt(at)
      while (isSpace(code)) code = html.charCodeAt(++at)
      if (code === 62 /* > */) {
        this.#at = at + 1
        return true
      }
      if (at >= length) break
      if (code === 47 /* / */) {
        at++
        if (html.charCodeAt(at) === 62) this.#selfClosing = true
        continue
      }
      const nameStart = at
      // A name may begin with "="; at any later position "=" ends the name.
      code = html.charCodeAt(++at)
      while (at < length && code !== 61 && code !== 62 && code !== 47 && !isSpace(code)) code = html.charCodeAt(++at)
      const nameEnd = at
      while (isSpace(code)) code = html.charCodeAt(++at)
      let valueStart = at
      let valueEnd = at
      if (code === 61 /* = */) {
        code = html.charCodeAt(++at)
        while (isSpace(code)) code = html.charCodeAt(++at)
        if (code === 34 || code === 39) {
          valueStart = at + 1
          valueEnd = html.indexOf(code === 34 ? '"' : "'", valueStart)
          if (valueEnd === -1) break
          at = valueEnd + 1
        } else {
          valueStart = at
          while (at < length && code !== 62 && !isSpace(code)) code = html.charCodeAt(++at)
          valueEnd = at
        }
      }
      if (this.#attributes.length < attributesMax) {
        this.#attributes.push({
          name: html.slice(nameStart, nameEnd).toLowerCase(),
          value: decodedAttribute(html.slice(valueStart, valueEnd)),
        })
      }
    }
    this.#at = length
    return false
  }

  /** Returns where the end tag of a raw text element begins, or `bound` when it is not before it. */
  #rawTextEnd(name: string, from: number, bound: number): number {
    const html = this.#html
    let at = from
    for (;;) {
      at = html.indexOf('</', at)
      if (at === -1 || at >= bound) return bound
      const after = at + 2 + name.length
      if (html.slice(at + 2, after).toLowerCase() === name) {
        const code = html.charCodeAt(after)
        if (code === 62 || code === 47 || isSpace(code)) return at
      }
      at += 2
    }
  }

  /** Same as `#rawTextEnd` for scripts, which may contain a nested script inside a comment. */
  #scriptEnd(from: number, bound: number): number {
    const end = this.#rawTextEnd('script', from, bound)
    const comment = this.#commentStart.from(from)
    if (comment === -1 || comment > end || this.#isInNoscript) return end
    const marker = /<!--|-->|<\/?script(?=[\t\n\f />])/gi
    marker.lastIndex = comment
    let escaped = false
    let nested = false
    for (let match = marker.exec(this.#html); match !== null; match = marker.exec(this.#html)) {
      if (match[0] === '<!--') {
        escaped = true
        marker.lastIndex -= 2
      } else if (match[0] === '-->') {
        escaped = false
        nested = false
      } else if (match[0].charCodeAt(1) !== 47) {
        nested = escaped
      } else if (nested) {
        nested = false
      } else {
        return match.index
      }
    }
    return this.#html.length
  }

  /** Returns where raw text ends at the latest: with the open noscript element, or the page. */
  #contentBound(): number {
    const { length } = this.#html
    if (!this.#isInNoscript) return length
    if (this.#noscriptEnd < this.#at) this.#noscriptEnd = this.#rawTextEnd('noscript', this.#at, length)
    return this.#noscriptEnd
  }

  /** Continues after the end tag at `end`, or with the end of the noscript element that is there. */
  #leaveRawText(name: string, end: number): void {
    if (end >= this.#html.length) this.#at = this.#html.length
    else if (this.#isInNoscript && end === this.#noscriptEnd) this.#at = end
    else if (!this.#readAttributes(end + 2 + name.length, 0)) this.#at = this.#html.length
  }
}
