/** Converts one chapter of a book from XHTML to HTML, reduced to elements that carry text. */
import { decodeHTML } from 'entities'
import { escapeAttribute, escapeHtml } from '../../html/html-text.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'

const kept = new Set([
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code', 'em', 'i',
  'strong', 'b', 'sub', 'sup', 's', 'del', 'ins', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th',
  'section', 'div', 'figure', 'figcaption', 'ruby', 'rt', 'rp', 'q', 'cite', 'small', 'aside', 'article', 'kbd', 'samp',
  'var', 'abbr', 'dfn', 'address', 'details', 'summary',
]) // prettier-ignore
/** Elements of formulas (presentation MathML), whose nesting gives the text its meaning. */
const formulaElements = new Set([
  'math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'ms', 'mspace', 'mfrac', 'msqrt', 'mroot',
  'mstyle', 'merror', 'mpadded', 'mphantom', 'mfenced', 'menclose', 'msub', 'msup', 'msubsup', 'munder', 'mover',
  'munderover', 'mmultiscripts', 'mprescripts', 'none', 'mtable', 'mtr', 'mlabeledtr', 'mtd', 'maction',
]) // prettier-ignore
/** Without `alttext`, which in books is usually prose for readers who listen. */
const formulaAttributes = ['display', 'encoding']
const empty = new Set(['br', 'hr'])
const skipped = new Set([
  'head',
  'script',
  'style',
  'nav',
  'svg',
  'object',
  'iframe',
  'template',
  'audio',
  'video',
  'form',
  'annotation-xml',
])
const keptAttributes = ['colspan', 'rowspan', 'start', 'value']

/** Writes the body. Images, scripts, navigation and links inside the book are left out. */
export class ChapterWriter implements XmlHandler {
  readonly #parts: string[] = []
  /** Number of open elements inside skipped content; 0 outside. */
  #skipped = 0
  /** For each open element: its end tag, or empty text. */
  readonly #ends: string[] = []

  toHtml(): string {
    return this.#parts.join('').trim()
  }

  enter(name: string, attributes: XmlAttributes): void {
    const local = name.slice(name.indexOf(':') + 1).toLowerCase()
    // Page numbers of the printed book can occur inside sentences, so they are skipped.
    const isPageBreak = /\bpagebreak\b/.test(`${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`)
    if (this.#skipped > 0 || skipped.has(local) || isPageBreak) {
      this.#skipped++
      return
    }
    const tag = this.#tag(local, attributes)
    if (tag !== '') this.#parts.push(`<${tag}>`)
    this.#ends.push(tag === '' || empty.has(local) ? '' : `</${local}>`)
  }

  leave(): void {
    if (this.#skipped > 0) this.#skipped--
    else this.#parts.push(this.#ends.pop() ?? '')
  }

  text(text: string): void {
    if (this.#skipped === 0) this.#parts.push(escapeHtml(text))
  }

  #tag(local: string, attributes: XmlAttributes): string {
    if (local === 'a') {
      const href = attributes['href'] ?? ''
      return /^(?:https?|mailto):/i.test(href) ? `a href="${escapeAttribute(href)}"` : ''
    }
    if (formulaElements.has(local)) return formulaTag(local, attributes)
    if (!kept.has(local) && !empty.has(local)) return ''
    let tag = local
    for (const key of keptAttributes) {
      const value = attributes[key]
      if (value !== undefined && /^\d{1,4}$/.test(value)) tag += ` ${key}="${value}"`
    }
    return local === 'ol' && attributes['reversed'] !== undefined ? `${tag} reversed` : tag
  }
}

function formulaTag(local: string, attributes: XmlAttributes): string {
  let tag = local
  for (const key of formulaAttributes) {
    const value = attributes[key]
    if (value !== undefined) tag += ` ${key}="${escapeAttribute(value)}"`
  }
  return tag
}

/** Replaces the named entities of HTML, which XHTML may use, with their characters. */
export function withoutNamedEntities(xhtml: string): string {
  return xhtml.replaceAll(/&(?!(?:amp|lt|gt|quot|apos);)[a-z][a-z0-9]{1,30};/gi, (entity) =>
    escapeHtml(decodeHTML(entity)),
  )
}
