/** Text of a paragraph with its styles, put together from the runs office documents cut it into. */
import { escapeAttribute, escapeHtml } from '../../html/html-text.ts'

/** How a run of text looks. */
export interface RunStyle {
  bold: boolean
  italic: boolean
  strike: boolean
  code: boolean
  raised: 'sub' | 'sup' | null
  /** Target of the link the run is in. */
  href: string | null
}

export const plainRun: RunStyle = { bold: false, italic: false, strike: false, code: false, raised: null, href: null }

/** Collects runs; neighbours that look the same become one. */
export class InlineWriter {
  #html = ''
  #length = 0
  /** Elements that are open, outermost first, as their start tags. */
  #open: string[] = []
  #pendingSpace = ''

  /** True when no text was written. */
  get isEmpty(): boolean {
    return this.#length === 0
  }

  text(text: string, style: RunStyle): void {
    if (text === '') return
    // White space shows no style: it goes with what follows, so that runs are not torn apart by it.
    if (/^[ \t\n\r\u00a0]*$/.test(text) && !style.code) {
      this.#pendingSpace += text
      return
    }
    const wanted = startTags(style)
    const kept = commonStart(this.#open, wanted)
    const space = escapeHtml(this.#pendingSpace)
    this.#pendingSpace = ''
    // Space inside what stays open, before what opens anew.
    this.#closeTo(kept)
    this.#html += space
    for (const tag of wanted.slice(kept)) this.#html += tag
    this.#open = wanted
    this.#html += escapeHtml(text)
    this.#length += text.length
  }

  /** Markup that stands by itself, as it is. */
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

  /** The HTML so far; the writer is empty afterwards. */
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
