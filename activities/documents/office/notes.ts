/** Footnotes and endnotes: numbered in the order of their references, written at the end. */

/** Marks carry the roles of DPUB-ARIA, which is how HTML tells a note from a link. */
export class NoteList {
  readonly #numbers = new Map<string, number>()
  readonly #contents = new Map<string, string>()

  /** @param id any text that tells the note from others. */
  define(id: string, html: string): void {
    this.#contents.set(id, html)
  }

  /** The mark in the text; a note may be referred to more than once. */
  reference(id: string): string {
    const known = this.#numbers.get(id)
    const number = known ?? this.#numbers.size + 1
    this.#numbers.set(id, number)
    const anchor = known === undefined ? ` id="fnref${number}"` : ''
    return `<sup><a href="#fn${number}"${anchor} role="doc-noteref">${number}</a></sup>`
  }

  /** The notes that were referred to. */
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
