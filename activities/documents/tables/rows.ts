/** Builds a table row by row and writes it as HTML. */
import type { TableBudget } from './budget.ts'

interface Cell {
  html: string
  colspan: number
  rowspan: number
}

interface Row {
  isHeader: boolean
  cells: Cell[]
}

/** Maximum `colspan` in HTML; `rowspan` could be larger but is limited to the same value. */
export const spanMax = 1_000

/** Collects rows and cells; those beyond the budget are dropped. */
export class TableRows {
  readonly #budget: TableBudget
  readonly #isData: boolean
  readonly #rows: Row[] = []
  /** The last cell in each column, by the column it begins in. */
  readonly #above = new Map<number, Cell>()
  #row: Row | null = null
  #column = 0
  #hasContent = false

  /** @param options `isData`: true when the table cannot be page layout, whatever its cells contain. */
  constructor(budget: TableBudget, { isData = false }: { isData?: boolean } = {}) {
    this.#budget = budget
    this.#isData = isData
  }

  /** @returns false when there is no room for the row. */
  startRow(isHeader = false): boolean {
    this.#row = this.#budget.takeRow() ? { isHeader, cells: [] } : null
    this.#column = 0
    if (this.#row !== null) this.#rows.push(this.#row)
    return this.#row !== null
  }

  /** Marks the current row as a header. */
  markHeader(): void {
    if (this.#row !== null) this.#row.isHeader = true
  }

  addCell(html: string, colspan = 1, rowspan = 1): void {
    if (this.#row === null || !this.#budget.takeCell()) return
    const cell = { html, colspan: spanOf(colspan), rowspan: spanOf(rowspan) }
    this.#row.cells.push(cell)
    this.#above.set(this.#column, cell)
    this.#column += cell.colspan
    if (html !== '') this.#hasContent = true
  }

  /** Extends the cell above into this row, instead of adding a cell. */
  continueCell(colspan = 1): void {
    const cell = this.#above.get(this.#column)
    if (cell === undefined) this.addCell('', colspan)
    else if (this.#row !== null) {
      cell.rowspan = spanOf(cell.rowspan + 1)
      this.#column += spanOf(colspan)
    }
  }

  /** Skips columns that stay empty in this row. */
  skipColumns(count: number): void {
    this.#column += count
  }

  /**
   * Marks the first row as a header when it looks like one. Few text documents mark it, and a
   * table without a header would count as layout as soon as a cell contains a list.
   */
  guessHeader(): void {
    const [first] = this.#rows
    if (this.#rows.length > 1 && first !== undefined && looksLikeHeader(first)) first.isHeader = true
  }

  /** Returns the table; empty when all cells are empty, and only the content when there is a single cell. */
  toHtml(): string {
    if (!this.#hasContent) return ''
    const only = this.#rows.length === 1 && this.#rows[0]?.cells.length === 1 ? this.#rows[0].cells[0] : undefined
    if (only !== undefined) return `<div>${only.html}</div>\n`
    const headers = this.#rows.findIndex((row) => !row.isHeader)
    // Without a header, a long text in a cell would make it count as layout.
    const parts = [this.#isData && headers === 0 ? '<table role="table">' : '<table>']
    const bodyAt = this.#wholeHeader(headers === -1 ? this.#rows.length : headers)
    if (bodyAt > 0) parts.push('<thead>', ...this.#rows.slice(0, bodyAt).map(rowHtml), '</thead>')
    if (bodyAt < this.#rows.length) {
      parts.push('<tbody>')
      for (const row of this.#rows.slice(bodyAt)) parts.push(rowHtml(row))
      parts.push('</tbody>')
    }
    parts.push('</table>\n')
    return parts.join('')
  }

  /**
   * Returns the number of rows of the table head. A cell cannot span from the head into the body: rows that its cells
   * cover become part of it; when they do not look like a header, the table has no head.
   * @param count rows that are marked as header.
   */
  #wholeHeader(count: number): number {
    let end = count
    for (let at = 0; at < end; at++) {
      const row = this.#rows[at]!
      if (at >= count && !(row.cells.every(isName) && at < headerRowsMax)) return 0
      const covered = row.cells.reduce((most, { rowspan }) => Math.max(most, at + rowspan), end)
      end = Math.min(covered, this.#rows.length)
    }
    if (end === count) return count
    if (end === this.#rows.length) return 0
    for (const row of this.#rows.slice(count, end)) row.isHeader = true
    return end
  }
}

/** Rows of a header at most, where cells that span several rows decide. */
const headerRowsMax = 4
/** Markup that does not occur in header cells. */
const blockStart = /<(?:ul|ol|table|pre|blockquote|h[1-6]|div|p)[ >]/
const headerCellMaxCharacters = 150
/** Matches the start of a column name: a letter, or a year. */
const nameStart = /^(?:<[a-z]+>)*(?:[^\p{L}\d<]{0,3}\p{L}|(?:19|20)\d\d\b)/u

/** Returns true when all cells have short texts that begin like names; only the corner cell may be empty. */
function looksLikeHeader({ cells }: Row): boolean {
  return cells.length > 1 && cells.every((cell, column) => (column === 0 && cell.html === '') || isName(cell))
}

const isName = ({ html }: Cell): boolean =>
  nameStart.test(html) && html.length <= headerCellMaxCharacters && !blockStart.test(html)

function rowHtml(row: Row): string {
  const name = row.isHeader ? 'th' : 'td'
  let html = '<tr>'
  for (const { html: content, colspan, rowspan } of row.cells) {
    const across = colspan > 1 ? ` colspan="${colspan}"` : ''
    const down = rowspan > 1 ? ` rowspan="${rowspan}"` : ''
    html += `<${name}${across}${down}>${content}</${name}>`
  }
  return `${html}</tr>`
}

const spanOf = (span: number): number => (span >= 1 ? Math.min(spanMax, Math.trunc(span)) : 1)
