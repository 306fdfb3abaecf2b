/** Collects footnotes and endnotes: numbered in the order of their references, written at the end. */

/** Note marks have DPUB-ARIA roles, which distinguish a note reference from other links in HTML. */
export class NoteList {
  readonly #numbers = new Map<string, number>()
  readonly #contents = new Map<string, string>()

  /** @param id unique text that identifies the note. */
  define(id: string, html: string): void {
    this.#contents.set(id, html)
  }

  /** Returns the mark in the text; a note may be referenced several times. */
  reference(id: string): string {
    const known = this.#numbers.get(id)
    const number = known ?? this.#numbers.size + 1
    this.#numbers.set(id, number)
    const anchor = known === undefined ? ` id="fnref${number}"` : ''
    return `<sup><a href="#fn${number}"${anchor} role="doc-noteref">${number}</a></sup>`
  }

  /** Returns the notes that were referenced. */
  toHtml(): string {
    const items: string[] = []
    for (const [id, number] of this.#numbers) {
      const back = `<a href="#fnref${number}" role="doc-backlink">↩</a>`
      items.push(`<li id="fn${number}">${this.#contents.get(id) ?? ''} ${back}</li>`)
    }
    return items.length === 0
      ? ''
      : `<section class="footnotes" role="doc-endnotes"><ol>${items.join('')}</ol></section>\n`
  }
}
