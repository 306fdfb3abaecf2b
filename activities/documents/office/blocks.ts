/** Blocks of text in document order, as HTML: headings, paragraphs, lists, quotes, code, tables. */
import { escapeHtml } from '../../html/html-text.ts'

interface OpenList {
  level: number
  isOrdered: boolean
}

const listLevelMax = 15

/**
 * Writes blocks. Office documents know paragraphs with a list level, not lists: items that follow
 * each other become one list. Quotes and lines of code that follow each other become one as well.
 */
export class HtmlBlockWriter {
  readonly #parts: string[] = []
  readonly #lists: OpenList[] = []
  #quote: string[] = []
  #code: string[] = []
  /** Content of the only paragraph there is, or null. */
  #only: string | null = null

  /** @param level 1 to 6; deeper ones count as 6. */
  heading(level: number, html: string): void {
    if (html === '') return
    const name = `h${Math.min(6, Math.max(1, level))}`
    this.#block(`<${name}>${html}</${name}>\n`)
  }

  paragraph(html: string): void {
    if (html === '') return
    const isFirst = this.#parts.length === 0 && this.#quote.length === 0 && this.#code.length === 0
    this.#block(`<p>${html}</p>\n`)
    if (isFirst) this.#only = html
  }

  quote(html: string): void {
    if (html === '') return
    if (this.#quote.length === 0) this.#settle()
    this.#quote.push(`<p>${html}</p>`)
  }

  /** One line of code, or several, as plain text. */
  code(text: string): void {
    if (this.#code.length === 0) this.#settle()
    this.#code.push(text)
  }

  /**
   * @param level nesting, 0 for the outermost.
   * @param number of the item, where its list begins with another than 1.
   */
  listItem(level: number, isOrdered: boolean, html: string, number = 1): void {
    this.#only = null
    this.#flush()
    const depth = Math.min(listLevelMax, Math.max(0, level))
    while ((this.#lists.at(-1)?.level ?? -1) > depth) this.#closeList()
    const open = this.#lists.at(-1)
    if (open?.level === depth && open.isOrdered !== isOrdered) this.#closeList()
    if (this.#lists.at(-1)?.level === depth) {
      this.#parts.push(`</li><li>${html}`)
      return
    }
    this.#lists.push({ level: depth, isOrdered })
    const start = isOrdered && number !== 1 ? ` start="${number}"` : ''
    this.#parts.push(`<${isOrdered ? 'ol' : 'ul'}${start}><li>${html}`)
  }

  /** Another paragraph of the item that is open; a paragraph where none is. */
  itemParagraph(html: string): void {
    if (this.#lists.length === 0) this.paragraph(html)
    else if (html !== '') this.#parts.push(`<p>${html}</p>`)
  }

  /** Ends the lists that are open. */
  endLists(): void {
    while (this.#lists.length > 0) this.#closeList()
  }

  /** HTML of a block, as it is. */
  block(html: string): void {
    if (html !== '') this.#block(html)
  }

  /** All blocks. */
  toHtml(): string {
    this.#flush()
    this.endLists()
    return this.#parts.join('')
  }

  /** All blocks, as the content of a cell or an item: a paragraph by itself needs no element. */
  toCellHtml(): string {
    const only = this.#only
    return only ?? this.toHtml().trimEnd()
  }

  #block(html: string): void {
    this.#settle()
    this.#parts.push(html)
  }

  #settle(): void {
    this.#only = null
    this.#flush()
    this.endLists()
  }

  /** Writes what was waiting for more of its kind. */
  #flush(): void {
    if (this.#quote.length > 0) this.#parts.push(`<blockquote>${this.#quote.join('')}</blockquote>\n`)
    if (this.#code.length > 0) this.#parts.push(`<pre><code>${escapeHtml(this.#code.join('\n'))}</code></pre>\n`)
    this.#quote = []
    this.#code = []
  }

  #closeList(): void {
    const list = this.#lists.pop()
    if (list !== undefined)
      this.#parts.push(`</li></${list.isOrdered ? 'ol' : 'ul'}>${this.#lists.length === 0 ? '\n' : ''}`)
  }
}
