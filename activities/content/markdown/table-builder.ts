/** Collects the cells of a data table during the walk. */
import type { TreeNode } from '../../html/tree.ts'
import type { BlockWriter } from './block-writer.ts'
import { cellPlace, pipeTable, type MarkdownCell } from './table.ts'

export class TableBuilder {
  readonly #rows: MarkdownCell[][] = []
  #row: MarkdownCell[] | null = null
  #outside: BlockWriter | null = null
  #caption = ''
  #characters = 0

  get caption(): string {
    return this.#caption
  }

  /** Number of characters in all cells so far. */
  get characters(): number {
    return this.#characters
  }

  setCaption(caption: string): void {
    this.#caption = caption
  }

  startRow(): void {
    this.#row = []
    this.#rows.push(this.#row)
  }

  endRow(): void {
    this.#row = null
  }

  /** @param outside writer of the text around the table; kept until the cell ends. */
  startCell(outside: BlockWriter): void {
    this.#outside = outside
  }

  /**
   * Ends the open cell.
   * @param text Markdown of the cell; its blocks and lines are joined into one line.
   * @returns the writer given to `startCell`.
   */
  endCell(node: TreeNode, text: string): BlockWriter {
    const lines = text.includes('\n')
      ? text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : [text]
    if (this.#row === null) this.startRow()
    const line = lines.join('<br>')
    this.#characters += line.length
    this.#row?.push({ text: line, ...cellPlace(node) })
    return this.#outside as BlockWriter
  }

  /** Returns the table as Markdown. */
  text(): string {
    return pipeTable(this.#rows)
  }
}
