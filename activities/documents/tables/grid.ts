/** Arranges spreadsheet cells by position into a table without empty rows and columns. */
import type { TableBudget } from './budget.ts'
import { spanMax, TableRows } from './rows.ts'

/** The visible content of a cell. */
export interface GridCell {
  html: string
  /** True when the content is neither a number nor a date. */
  isText: boolean
}

interface GridRow {
  row: number
  cells: (GridCell & { column: number })[]
}

/** Last row and column of a merged cell, inclusive. */
interface Merge {
  lastRow: number
  lastColumn: number
}

/** Minimum share of the columns that a heading row fills. */
const headingShare = 0.5

/** Collects cells, which must be added row by row; rows and columns count from 0. */
export class TableGrid {
  readonly #budget: TableBudget
  readonly #rows: GridRow[] = []
  readonly #columns = new Set<number>()
  readonly #merges = new Map<string, Merge>()
  #cellsLeft: number

  constructor(budget: TableBudget) {
    this.#budget = budget
    this.#cellsLeft = budget.cellsLeft
  }

  /** True when further cells are dropped. */
  get isFull(): boolean {
    return this.#cellsLeft <= 0
  }

  /** Adds a non-empty cell. */
  add(row: number, column: number, cell: GridCell): void {
    if (this.isFull) return
    this.#cellsLeft--
    if (this.isFull) this.#budget.cut()
    let last = this.#rows.at(-1)
    if (last?.row !== row) {
      last = { row, cells: [] }
      this.#rows.push(last)
    }
    last.cells.push({ ...cell, column })
    this.#columns.add(column)
  }

  merge(row: number, column: number, lastRow: number, lastColumn: number): void {
    if (this.#merges.size < this.#budget.cellsLeft) this.#merges.set(`${row} ${column}`, { lastRow, lastColumn })
  }

  /** Wraps the content of a cell in a link. */
  link(row: number, column: number, wrap: (html: string) => string): void {
    const cell = this.#rowAt(row)?.cells.find((each) => each.column === column)
    if (cell !== undefined) cell.html = wrap(cell.html)
  }

  /** Returns the table, with leading single-cell rows as paragraphs before it; empty when there are no cells. */
  toHtml(): string {
    const columns = [...this.#columns].toSorted((a, b) => a - b)
    const titles = this.#titleRows(columns.length)
    const rows = this.#rows.slice(titles)
    const places = new Map(columns.map((column, index) => [column, index]))
    const table = new TableRows(this.#budget, { isData: true })
    /** For each column: the last row that a merged cell from above covers. */
    const covered: number[] = []
    for (const [index, { row, cells }] of rows.entries()) {
      if (!table.startRow(index === 0 && rows.length > 1 && isHeading(cells, columns.length))) break
      let place = 0
      for (const cell of cells.toSorted((a, b) => a.column - b.column)) {
        const at = places.get(cell.column) ?? 0
        for (; place < at; place++) if ((covered[place] ?? -1) < row) table.addCell('')
        // A duplicate cell, or one covered by a merged cell, is not shown.
        if (place > at || (covered[at] ?? -1) >= row) continue
        const merge = this.#merges.get(`${row} ${cell.column}`)
        const lastColumn = merge?.lastColumn ?? cell.column
        const lastRow = merge?.lastRow ?? row
        while (place < columns.length && (columns[place] ?? 0) <= lastColumn) covered[place++] = lastRow
        if (place === at) covered[place++] = lastRow
        table.addCell(cell.html, place - at, rowsUpTo(rows, index, lastRow))
      }
    }
    const lines = this.#rows.slice(0, titles).map(({ cells }) => `<p>${cells[0]?.html ?? ''}</p>\n`)
    return lines.join('') + table.toHtml()
  }

  /** Finds a row by binary search; rows are in order. */
  #rowAt(row: number): GridRow | undefined {
    let from = 0
    let end = this.#rows.length
    while (from < end) {
      const middle = (from + end) >>> 1
      if ((this.#rows[middle]?.row ?? 0) < row) from = middle + 1
      else end = middle
    }
    return this.#rows[from]?.row === row ? this.#rows[from] : undefined
  }

  #titleRows(columns: number): number {
    if (columns < 2) return 0
    const first = this.#rows.findIndex(({ cells }) => cells.length > 1)
    return first === -1 ? 0 : first
  }
}

function isHeading(cells: readonly GridCell[], columns: number): boolean {
  return cells.length > 1 && cells.length >= columns * headingShare && cells.every((cell) => cell.isText)
}

/** Returns the number of rows from `index` on that a merged cell covers; empty rows do not count. */
function rowsUpTo(rows: readonly GridRow[], index: number, lastRow: number): number {
  let count = 1
  while (count < spanMax && (rows[index + count]?.row ?? Infinity) <= lastRow) count++
  return count
}
