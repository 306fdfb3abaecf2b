/** Writes the blocks of a document as an HTML page. */
import { escapeAttribute, escapeHtml } from '../../html/html-text.ts'
import type { PdfBlock, ListMarker, TableBlock, TextBlock } from './layout/blocks.ts'
import type { PdfFacts } from './document-facts.ts'
import { inlineHtml, inlineText } from './layout/inline.ts'
import { markerOf } from './layout/list-marker.ts'

/**
 * Writes the page.
 * @param compounds words that the document writes with a hyphen, lower case.
 * @returns a complete page with everything escaped.
 */
export function writePage(blocks: readonly PdfBlock[], facts: PdfFacts, compounds: ReadonlySet<string>): string {
  const writer = new BodyWriter(compounds)
  for (const block of blocks) writer.add(block)
  const lang = facts.language === null ? '' : ` lang="${escapeAttribute(facts.language)}"`
  const title = facts.title ?? firstHeading(blocks, compounds)
  const head = [
    '<meta charset="utf-8">',
    title === null ? '' : `<title>${escapeHtml(title)}</title>`,
    meta('name', 'author', facts.author),
    meta('name', 'description', facts.description),
    meta('name', 'keywords', facts.keywords),
    meta('property', 'article:published_time', facts.createdAt),
    meta('property', 'article:modified_time', facts.modifiedAt),
  ]
  return `<!doctype html>\n<html${lang}><head>${head.join('')}</head><body>\n${writer.end()}</body></html>\n`
}

const meta = (kind: 'name' | 'property', name: string, content: string | null): string =>
  content === null ? '' : `<meta ${kind}="${name}" content="${escapeAttribute(content)}">`

function firstHeading(blocks: readonly PdfBlock[], compounds: ReadonlySet<string>): string | null {
  const heading = blocks.find((block): block is TextBlock => block.kind === 'text' && block.headingLevel !== null)
  return heading === undefined ? null : inlineText(heading.lines, compounds)
}

/** Points by which the indents of items of one list may differ. */
const indentSlack = 4

class BodyWriter {
  readonly #compounds: ReadonlySet<string>
  readonly #parts: string[] = []
  readonly #lists: { tag: 'ul' | 'ol'; indent: number }[] = []

  constructor(compounds: ReadonlySet<string>) {
    this.#compounds = compounds
  }

  add(block: PdfBlock): void {
    if (block.kind === 'text' && block.item !== null) {
      this.#addItem(block, block.item.marker, block.item.indent)
      return
    }
    this.#closeLists(Number.NEGATIVE_INFINITY)
    if (block.kind === 'table') this.#parts.push(this.#table(block))
    else if (block.kind === 'code')
      this.#parts.push(`<pre><code>${escapeHtml(block.lines.join('\n'))}\n</code></pre>\n`)
    else this.#addText(block)
  }

  end(): string {
    this.#closeLists(Number.NEGATIVE_INFINITY)
    return this.#parts.join('')
  }

  #addText({ lines, headingLevel, isQuote }: TextBlock): void {
    const tag = headingLevel === null ? 'p' : `h${headingLevel}`
    const html = inlineHtml(lines, { compounds: this.#compounds, isPlain: headingLevel !== null, skip: 0 })
    if (html === '') return
    const direction = lines[0]?.isRtl === true ? ' dir="rtl"' : ''
    const element = `<${tag}${direction}>${html}</${tag}>`
    this.#parts.push(isQuote ? `<blockquote>${element}</blockquote>\n` : `${element}\n`)
  }

  #addItem({ lines }: TextBlock, marker: ListMarker | null, indent: number): void {
    const [first] = lines
    const found = marker === null || first === undefined ? null : markerOf(first)
    const skip = found === null ? 0 : (first?.text ?? '').slice(0, found.length).replace(/\s/g, '').length
    const html = inlineHtml(lines, { compounds: this.#compounds, isPlain: false, skip })
    if (marker === null && this.#lists.length > 0) {
      this.#parts.push(`<p>${html}</p>`)
      return
    }
    const tag = marker === null || marker.number === null ? 'ul' : 'ol'
    this.#closeLists(indent)
    const top = this.#lists.at(-1)
    const isSibling = top !== undefined && indent <= top.indent + indentSlack
    if (isSibling && top.tag === tag) {
      this.#parts.push(`</li>\n<li>${html}`)
      return
    }
    if (isSibling) this.#closeLast()
    const start =
      marker?.number !== null && marker?.number !== undefined && marker.number !== 1 ? ` start="${marker.number}"` : ''
    this.#parts.push(`<${tag}${start}>\n<li>${html}`)
    this.#lists.push({ tag, indent })
  }

  /** Closes the lists with a larger indent than `indent`. */
  #closeLists(indent: number): void {
    while ((this.#lists.at(-1)?.indent ?? Number.NEGATIVE_INFINITY) > indent + indentSlack) this.#closeLast()
  }

  #closeLast(): void {
    const last = this.#lists.pop()
    if (last !== undefined) this.#parts.push(`</li>\n</${last.tag}>\n`)
  }

  #table({ rows }: TableBlock): string {
    const written = rows.map((row) => {
      const cells = row.map(({ lines, isHeader }) => {
        const tag = isHeader ? 'th' : 'td'
        return `<${tag}>${inlineHtml(lines, { compounds: this.#compounds, isPlain: isHeader, skip: 0 })}</${tag}>`
      })
      return `<tr>${cells.join('')}</tr>\n`
    })
    return `<table>\n${written.join('')}</table>\n`
  }
}
