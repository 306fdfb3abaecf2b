/** Tables of Rich Text Format, where rows are defined separately from their cells, before or after them. */
import type { TableBudget } from '../tables/budget.ts'
import { TableRows } from '../tables/rows.ts'

interface CellDefinition {
  isContinuedAcross: boolean
  isContinuedDown: boolean
}

const cellsPerRowMax = 1_000

/** Collects rows until the table ends. */
export class RtfTable {
  readonly #budget: TableBudget
  #rows: TableRows | null = null
  #definitions: CellDefinition[] = []
  #next: CellDefinition = { isContinuedAcross: false, isContinuedDown: false }
  #isHeader = false
  #cells: string[] = []

  constructor(budget: TableBudget) {
    this.#budget = budget
  }

  /** @returns false when the word does not belong to the definition of a row. */
  define(word: string): boolean {
    if (word === 'trowd') {
      this.#definitions = []
      this.#isHeader = false
    } else if (word === 'trhdr') this.#isHeader = true
    else if (word === 'clmrg') this.#next.isContinuedAcross = true
    else if (word === 'clvmrg') this.#next.isContinuedDown = true
    else if (word === 'cellx') {
      if (this.#definitions.length < cellsPerRowMax) this.#definitions.push(this.#next)
      this.#next = { isContinuedAcross: false, isContinuedDown: false }
    } else return false
    return true
  }

  addCell(html: string): void {
    if (this.#cells.length < cellsPerRowMax) this.#cells.push(html)
  }

  endRow(): void {
    const cells = this.#cells
    this.#cells = []
    if (cells.length === 0) return
    this.#rows ??= new TableRows(this.#budget)
    this.#rows.startRow(this.#isHeader)
    for (let i = 0; i < cells.length; i++) {
      const from = i
      while (i + 1 < cells.length && this.#definitions[i + 1]?.isContinuedAcross === true) i++
      const span = i - from + 1
      if (this.#definitions[from]?.isContinuedDown === true) this.#rows.continueCell(span)
      else this.#rows.addCell(cells[from] ?? '', span)
    }
  }

  /** Returns the finished table as HTML; empty if none exists. */
  take(): string {
    this.endRow()
    this.#rows?.guessHeader()
    const html = this.#rows?.toHtml() ?? ''
    this.#rows = null
    return html
  }
}
