/**
 * Collects inline content: the pieces of the current paragraph and the open marks around it. A mark that spans
 * several blocks is closed and reopened between them.
 */
import type { InlineMark, OpenPiece, Piece } from './pieces.ts'
import { breakPiece } from './pieces.ts'
import { renderPieces, type RenderStyle } from './render.ts'
import { settlePieces } from './settle.ts'
import { endsInWord } from './side-by-side.ts'

/** Maximum depth of nested marks of one kind that are written; deeper ones have no visible effect. */
const nestedMarksMax = 3

export class InlineContent {
  #pieces: Piece[] = []
  #addedCharacters = 0
  readonly #open: OpenPiece[] = []
  /** True when only white space followed the last line break. */
  #afterBreak = false

  /**
   * Number of characters in URLs and finished Markdown since the last `take`; a page can make these much longer than
   * the page itself.
   */
  get addedCharacters(): number {
    return this.#addedCharacters
  }

  /** Returns true when a mark of this kind is open. */
  has(mark: InlineMark): boolean {
    return this.#open.some((open) => open.mark === mark)
  }

  /** Returns true when the block has no visible content yet. */
  isEmpty(): boolean {
    return !this.#pieces.some((piece) => piece.kind === 'code' || piece.kind === 'raw' || isVisibleText(piece))
  }

  text(text: string): void {
    if (text === '') return
    if (this.#afterBreak) {
      // White space at the start of a line is invisible, including a text of only no-break spaces.
      if (!/\S/.test(text)) return
      this.#afterBreak = false
    }
    this.#pieces.push({ kind: 'text', text })
  }

  /** True when the last content is a text that ends in a word of at least two characters. */
  get endsInWord(): boolean {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const piece = this.#pieces[i] as Piece
      if (piece.kind === 'text') return endsInWord(piece.text)
      if (piece.kind !== 'close') return false
    }
    return false
  }

  /** True when the last content is code. */
  get endsInCode(): boolean {
    return this.#pieces.at(-1)?.kind === 'code'
  }

  /** Removes the given character from the end of the last text. @returns false when the text does not end in it. */
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
   * Adds finished Markdown, such as a formula.
   * @param apart true for an image, which is separated from adjacent words by a space.
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

  /** @returns false when the mark is not written because the nesting limit of its kind is reached. */
  open(mark: InlineMark, url = '', title: string | null = null): boolean {
    const same = this.#open.filter((open) => open.mark === mark).length
    if (same >= (mark === 'link' || mark === 'deleted' ? 1 : nestedMarksMax)) return false
    const piece: OpenPiece = { kind: 'open', mark, url, title }
    this.#open.push(piece)
    this.#addedCharacters += url.length
    this.#pieces.push(piece)
    return true
  }

  /** Closes the innermost mark. */
  close(): void {
    const open = this.#open.pop()
    if (open !== undefined) this.#pieces.push({ kind: 'close', mark: open.mark })
  }

  /** Returns the collected content as Markdown; empty when nothing is visible. Open marks continue afterwards. */
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
