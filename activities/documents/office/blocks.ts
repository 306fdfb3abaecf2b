/** Writes text blocks in document order as HTML: headings, paragraphs, lists, quotes, code, tables. */
import { escapeHtml } from '../../html/html-text.ts'

interface OpenList {
  level: number
  isOrdered: boolean
  /** Number of the item that would follow. */
  next: number
}

const listLevelMax = 15

/**
 * Writes blocks. Office documents have paragraphs with a list level rather than lists, so consecutive items are
 * joined into one list. Consecutive quotes and consecutive lines of code are joined as well.
 */
export class HtmlBlockWriter {
  readonly #parts: string[] = []
  readonly #lists: OpenList[] = []
  #quote: string[] = []
  #code: string[] = []
  /** Content of the only paragraph so far; null when there are other blocks. */
  #only: string | null = null

  /** @param level 1 to 6; higher levels count as 6. */
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

  /** Adds one or several lines of code as plain text. */
  code(text: string): void {
    if (this.#code.length === 0) this.#settle()
    this.#code.push(text)
  }

  /**
   * Adds a list item.
   * @param level nesting, 0 for the outermost.
   * @param number of the item; used as the start of its list when it is the first item and not 1.
   * @param isExact true when the number is known: when it does not follow the item before, a new list begins.
   */
  listItem(level: number, isOrdered: boolean, html: string, number = 1, isExact = false): void {
    this.#only = null
    this.#flush()
    const depth = Math.min(listLevelMax, Math.max(0, level))
    while ((this.#lists.at(-1)?.level ?? -1) > depth) this.#closeList()
    const open = this.#lists.at(-1)
    if (open?.level === depth && (open.isOrdered !== isOrdered || (isExact && open.next !== number))) this.#closeList()
    const list = this.#lists.at(-1)
    if (list?.level === depth) {
      list.next++
      this.#parts.push(`</li><li>${html}`)
      return
    }
    this.#lists.push({ level: depth, isOrdered, next: number + 1 })
    const start = isOrdered && number !== 1 ? ` start="${number}"` : ''
    this.#parts.push(`<${isOrdered ? 'ol' : 'ul'}${start}><li>${html}`)
  }

  /** Adds a further paragraph to the open item; an ordinary paragraph when no item is open. */
  itemParagraph(html: string): void {
    if (this.#lists.length === 0) this.paragraph(html)
    else if (html !== '') this.#parts.push(`<p>${html}</p>`)
  }

  /** Ends all open lists. */
  endLists(): void {
    while (this.#lists.length > 0) this.#closeList()
  }

  /** Adds the HTML of a block unchanged. */
  block(html: string): void {
    if (html !== '') this.#block(html)
  }

  /** Returns all blocks. */
  toHtml(): string {
    this.#flush()
    this.endLists()
    return this.#parts.join('')
  }

  /** Returns all blocks as the content of a cell or an item, where a single paragraph needs no element. */
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

  /** Writes pending quotes or code. */
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
