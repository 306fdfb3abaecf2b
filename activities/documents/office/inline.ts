/** Joins the styled text runs of a paragraph into HTML. */
import { escapeAttribute, escapeHtml } from '../../html/html-text.ts'

/** Style of a text run. */
export interface RunStyle {
  bold: boolean
  italic: boolean
  strike: boolean
  code: boolean
  raised: 'sub' | 'sup' | null
  /** Target of the link that contains the run; null outside links. */
  href: string | null
}

export const plainRun: RunStyle = { bold: false, italic: false, strike: false, code: false, raised: null, href: null }

/** Collects runs; adjacent runs of the same style are joined. */
export class InlineWriter {
  #html = ''
  #length = 0
  /** Start tags of the open elements, outermost first. */
  #open: string[] = []
  #pendingSpace = ''

  /** True when no text has been written. */
  get isEmpty(): boolean {
    return this.#length === 0
  }

  text(text: string, style: RunStyle): void {
    if (text === '') return
    // White space has no visible style, so it is added to the next run and does not split runs of one style.
    if (/^[ \t\n\r\u00a0]*$/.test(text) && !style.code) {
      this.#pendingSpace += text
      return
    }
    const wanted = startTags(style)
    const kept = commonStart(this.#open, wanted)
    const space = escapeHtml(this.#pendingSpace)
    this.#pendingSpace = ''
    // The space is written inside the elements that stay open, before new ones are opened.
    this.#closeTo(kept)
    this.#html += space
    for (const tag of wanted.slice(kept)) this.#html += tag
    this.#open = wanted
    this.#html += escapeHtml(text)
    this.#length += text.length
  }

  /** Adds markup unchanged, outside any style. */
  raw(html: string): void {
    this.#flushSpace()
    this.#closeTo(0)
    this.#html += html
    this.#length++
  }

  lineBreak(): void {
    this.#flushSpace()
    this.#html += '<br>'
  }

  /** Returns the HTML so far and empties the writer. */
  take(): string {
    this.#closeTo(0)
    const html = this.#html
    this.#html = ''
    this.#length = 0
    this.#pendingSpace = ''
    return html
  }

  #flushSpace(): void {
    this.#html += escapeHtml(this.#pendingSpace)
    this.#pendingSpace = ''
  }

  #closeTo(kept: number): void {
    while (this.#open.length > kept) {
      const tag = this.#open.pop() ?? ''
      this.#html += `</${/^<(\w+)/.exec(tag)?.[1] ?? ''}>`
    }
  }
}

function startTags(style: RunStyle): string[] {
  const tags: string[] = []
  if (style.href !== null) tags.push(`<a href="${escapeAttribute(style.href)}">`)
  if (style.bold) tags.push('<strong>')
  if (style.italic) tags.push('<em>')
  if (style.strike) tags.push('<s>')
  if (style.raised !== null) tags.push(`<${style.raised}>`)
  if (style.code) tags.push('<code>')
  return tags
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let i = 0
  while (i < a.length && i < b.length && a[i] === b[i]) i++
  return i
}
