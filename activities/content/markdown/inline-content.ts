/**
 * The inline content being gathered: pieces of the current paragraph and the marks that are open
 * around it. A mark that spans several blocks is closed and opened again between them.
 */
import type { InlineMark, OpenPiece, Piece } from './pieces.ts'
import { breakPiece } from './pieces.ts'
import { renderPieces, type RenderStyle } from './render.ts'
import { settlePieces } from './settle.ts'
import { endsInWord } from './side-by-side.ts'

/** Marks of one kind inside each other that are still written; more add nothing. */
const nestedMarksMax = 2

export class InlineContent {
  #pieces: Piece[] = []
  #addedCharacters = 0
  readonly #open: OpenPiece[] = []
  /** True when nothing but white space came since the last line break. */
  #afterBreak = false

  /**
   * Characters of addresses and finished Markdown gathered since the last `take`: what a page can make
   * much longer than it is itself.
   */
  get addedCharacters(): number {
    return this.#addedCharacters
  }

  /** True when a mark of this kind is open. */
  has(mark: InlineMark): boolean {
    return this.#open.some((open) => open.mark === mark)
  }

  /** True before the first content of a block. */
  isEmpty(): boolean {
    return !this.#pieces.some((piece) => piece.kind === 'code' || piece.kind === 'raw' || isVisibleText(piece))
  }

  text(text: string): void {
    if (text === '') return
    if (this.#afterBreak) {
      // White space that begins a line does not show, no-break spaces included when they stand alone.
      if (!/\S/.test(text)) return
      this.#afterBreak = false
    }
    this.#pieces.push({ kind: 'text', text })
  }

  /** True when the last content is text that ends in a word of two characters or more. */
  get endsInWord(): boolean {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const piece = this.#pieces[i] as Piece
      if (piece.kind === 'text') return endsInWord(piece.text)
      if (piece.kind !== 'close') return false
    }
    return false
  }

  /** Takes back the last character of the text just gathered. @returns false when it is another one. */
  takeBack(character: string): boolean {
    const last = this.#pieces.at(-1)
    if (last?.kind !== 'text' || !last.text.endsWith(character)) return false
    this.#pieces[this.#pieces.length - 1] = { kind: 'text', text: last.text.slice(0, -character.length) }
    return true
  }

  code(text: string): void {
    if (text === '') return
    this.#pieces.push({ kind: 'code', text })
    this.#afterBreak = false
  }

  /**
   * Finished Markdown, such as a formula.
   * @param apart true for a picture, which does not touch the words beside it.
   */
  raw(text: string, apart = false): void {
    this.#pieces.push({ kind: 'raw', text, apart })
    this.#addedCharacters += text.length
    this.#afterBreak = false
  }

  /** @returns false for the second break in a row, which ends the paragraph. */
  lineBreak(): boolean {
    if (this.#afterBreak) return false
    this.#pieces.push(breakPiece)
    this.#afterBreak = true
    return true
  }

  /** @returns false when the mark is not written because enough of its kind are open. */
  open(mark: InlineMark, url = '', title: string | null = null): boolean {
    const same = this.#open.filter((open) => open.mark === mark).length
    if (same >= (mark === 'link' || mark === 'deleted' ? 1 : nestedMarksMax)) return false
    const piece: OpenPiece = { kind: 'open', mark, url, title }
    this.#open.push(piece)
    this.#addedCharacters += url.length
    this.#pieces.push(piece)
    return true
  }

  /** Closes the mark opened last. */
  close(): void {
    const open = this.#open.pop()
    if (open !== undefined) this.#pieces.push({ kind: 'close', mark: open.mark })
  }

  /** Takes what was gathered as Markdown, empty when nothing shows; open marks go on in what follows. */
  take(style: RenderStyle): string {
    const pieces = this.#pieces
    this.#afterBreak = false
    this.#addedCharacters = 0
    if (pieces.length === 0) return ''
    this.#pieces = [...this.#open]
    if (pieces.length <= this.#open.length) return ''
    for (let i = this.#open.length - 1; i >= 0; i--)
      pieces.push({ kind: 'close', mark: (this.#open[i] as OpenPiece).mark })
    const settled = settlePieces(pieces)
    if (settled.length === 0 || !settled.some((piece) => piece.kind !== 'text' || piece.text.trim() !== '')) return ''
    return renderPieces(settled, style)
  }
}

const isVisibleText = (piece: Piece): boolean => piece.kind === 'text' && /\S/.test(piece.text)
