/** Converts the sheets of an OpenDocument spreadsheet to HTML: a heading and a table for each. */
import { escapeAttribute, escapeHtml } from '../../html/html-text.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'
import type { OpenDocumentStyles } from './styles.ts'
import type { TableBudget } from '../tables/budget.ts'
import { TableGrid, type GridCell } from '../tables/grid.ts'

interface OpenCell {
  repeated: number
  isText: boolean
  /** Value shown instead of the text; used for dates. */
  value: string | null
  lastRow: number
  lastColumn: number
  html: string
}

const skippedElements = new Set([
  'office:annotation',
  'table:shapes',
  'draw:frame',
  'table:tracked-changes',
  'office:forms',
])

/** Converts `content.xml` of a spreadsheet. Values are shown as they were saved; formulas are not computed. */
export class OpenDocumentSheets implements XmlHandler {
  sheets = 0
  hiddenSheets = 0
  readonly #styles: OpenDocumentStyles
  readonly #budget: TableBudget
  #html = ''
  #name = ''
  #grid: TableGrid | null = null
  #inBody = false
  #skipped = 0
  #row = 0
  #rowRepeated = 1
  #column = 0
  #rowCells: { column: number; cell: GridCell }[] = []
  #cell: OpenCell | null = null
  #isParagraph = false
  #href: string | null = null

  constructor(styles: OpenDocumentStyles, budget: TableBudget) {
    this.#styles = styles
    this.#budget = budget
  }

  get isDone(): boolean {
    return this.#budget.isCut
  }

  toHtml(): string {
    return this.#html
  }

  enter(name: string, attributes: XmlAttributes): void {
    if (this.#skipped > 0 || this.#isSkipped(name, attributes)) this.#skipped++
    else if (name === 'office:body') this.#inBody = true
    else if (!this.#inBody) this.#styles.enter(name, attributes)
    else this.#enterSheet(name, attributes)
  }

  leave(name: string): void {
    if (this.#skipped > 0) this.#skipped--
    else if (!this.#inBody) this.#styles.leave(name)
    else if (name === 'table:table') this.#endSheet()
    else if (name === 'table:table-row') this.#endRow()
    else if (name === 'table:table-cell') this.#endCell()
    else if (name === 'text:p') this.#isParagraph = false
    else if (name === 'text:a') this.#href = null
  }

  text(text: string): void {
    if (this.#skipped > 0 || !this.#isParagraph || this.#cell === null) return
    const html = escapeHtml(text)
    this.#cell.html += this.#href === null ? html : `<a href="${escapeAttribute(this.#href)}">${html}</a>`
  }

  #isSkipped(name: string, attributes: XmlAttributes): boolean {
    if (skippedElements.has(name)) return true
    // A table inside a cell is rare and not supported.
    if (name === 'table:table' && this.#grid !== null) return true
    if (name !== 'table:table') return false
    this.sheets++
    const isHidden = this.#styles.isHidden(attributes['table:style-name'])
    if (isHidden) this.hiddenSheets++
    return isHidden
  }

  #enterSheet(name: string, attributes: XmlAttributes): void {
    if (name === 'table:table') {
      this.#name = attributes['table:name'] ?? ''
      this.#grid = new TableGrid(this.#budget)
      this.#row = 0
    } else if (name === 'table:table-row') {
      this.#rowRepeated = repetition(attributes['table:number-rows-repeated'])
      this.#rowCells = []
      this.#column = 0
    } else if (name === 'table:table-cell') this.#startCell(attributes)
    else if (name === 'table:covered-table-cell')
      this.#column += repetition(attributes['table:number-columns-repeated'])
    else if (name === 'text:p') {
      this.#isParagraph = true
      if (this.#cell !== null && this.#cell.html !== '') this.#cell.html += '<br>'
    } else if (name === 'text:a') this.#href = attributes['xlink:href'] ?? null
    else if (name === 'text:s' || name === 'text:tab') this.text(' ')
    else if (name === 'text:line-break' && this.#cell !== null) this.#cell.html += '<br>'
  }

  #startCell(attributes: XmlAttributes): void {
    const type = attributes['office:value-type'] ?? 'string'
    const value = type === 'date' ? (attributes['office:date-value'] ?? null) : null
    this.#cell = {
      repeated: repetition(attributes['table:number-columns-repeated']),
      isText: type === 'string',
      value: value?.replace(/T00:00:00(?:\.0+)?$/, '') ?? null,
      lastRow: this.#row + repetition(attributes['table:number-rows-spanned']) - 1,
      lastColumn: this.#column + repetition(attributes['table:number-columns-spanned']) - 1,
      html: '',
    }
  }

  #endCell(): void {
    const cell = this.#cell
    this.#cell = null
    if (cell === null) return
    const html = cell.value === null ? cell.html.trim() : escapeHtml(cell.value)
    if (html !== '') {
      const isMerged = cell.lastRow > this.#row || cell.lastColumn > this.#column
      if (isMerged) this.#grid?.merge(this.#row, this.#column, cell.lastRow, cell.lastColumn)
      const room = this.#budget.cellsLeft - this.#rowCells.length
      for (let i = 0; i < cell.repeated && i <= room; i++) {
        this.#rowCells.push({ column: this.#column + i, cell: { html, isText: cell.isText } })
      }
    }
    this.#column += cell.repeated
  }

  #endRow(): void {
    const grid = this.#grid
    if (grid === null) return
    for (let i = 0; i < this.#rowRepeated && this.#rowCells.length > 0 && !grid.isFull; i++) {
      for (const { column, cell } of this.#rowCells) grid.add(this.#row + i, column, cell)
    }
    this.#row += this.#rowRepeated
    this.#rowCells = []
  }

  #endSheet(): void {
    const table = this.#grid?.toHtml() ?? ''
    this.#grid = null
    if (table !== '') this.#html += `<h2>${escapeHtml(this.#name)}</h2>\n${table}`
  }
}

/** Returns a count of at least 1. */
function repetition(value: string | undefined): number {
  const count = Number(value ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}
