/** Reads one worksheet of an Excel workbook (ECMA-376 part 1, 18.3). */
import { escapeAttribute } from '../../html/html-text.ts'
import type { Relationships } from '../office/package.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'
import type { TableGrid } from '../tables/grid.ts'
import { general, type NumberFormat } from './number-format.ts'
import { cellHtml } from './workbook.ts'

/** Other parts that cells refer to. */
export interface SheetParts {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  relationships: Relationships
}

const columnsMax = 16_384
const rowsMax = 1_048_576

/** Reads cells into a grid: values as saved in the workbook; formulas are not computed. */
export class SheetReader implements XmlHandler {
  readonly #grid: TableGrid
  readonly #parts: SheetParts
  #row = -1
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #isValue = false
  #isPhonetic = false

  constructor(grid: TableGrid, parts: SheetParts) {
    this.#grid = grid
    this.#parts = parts
  }

  get isDone(): boolean {
    return this.#grid.isFull
  }

  enter(name: string, attributes: XmlAttributes): void {
    if (name === 'x:c') this.#startCell(attributes)
    else if (name === 'x:v') this.#isValue = true
    else if (name === 'x:t') this.#isValue = !this.#isPhonetic
    else if (name === 'x:rPh') this.#isPhonetic = true
    else if (name === 'x:row') {
      const row = Number(attributes['r'])
      this.#row = row >= 1 && row <= rowsMax ? row - 1 : this.#row + 1
      this.#column = -1
    } else if (name === 'x:mergeCell') this.#merge(attributes['ref'] ?? '')
    else if (name === 'x:hyperlink') this.#link(attributes)
  }

  leave(name: string): void {
    if (name === 'x:v' || name === 'x:t') this.#isValue = false
    else if (name === 'x:rPh') this.#isPhonetic = false
    else if (name === 'x:c') this.#endCell()
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text
  }

  #startCell(attributes: XmlAttributes): void {
    const reference = cellReference(attributes['r'] ?? '')
    this.#column = reference?.column ?? this.#column + 1
    if (reference !== null && this.#row < 0) this.#row = reference.row
    this.#type = attributes['t'] ?? 'n'
    this.#style = Number(attributes['s'] ?? 0)
    this.#value = ''
  }

  #endCell(): void {
    if (this.#value === '' || this.#column >= columnsMax) return
    const html = this.#shown()
    if (html !== '') this.#grid.add(this.#row, this.#column, { html, isText: /^(?:s|str|inlineStr)$/.test(this.#type) })
    this.#value = ''
  }

  #shown(): string {
    const value = this.#value
    if (this.#type === 's') return this.#parts.strings[Number(value)] ?? ''
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    const number = Number(value)
    if (this.#type !== 'n' || value.trim() === '' || !Number.isFinite(number)) return cellHtml(value)
    return cellHtml((this.#parts.formats[this.#style] ?? general)(number))
  }

  #merge(range: string): void {
    const [from = '', to = ''] = range.split(':', 2)
    const first = cellReference(from)
    const last = cellReference(to)
    if (first !== null && last !== null) this.#grid.merge(first.row, first.column, last.row, last.column)
  }

  #link(attributes: XmlAttributes): void {
    const target = this.#parts.relationships.get(attributes['r:id'] ?? '')
    const at = cellReference((attributes['ref'] ?? '').split(':', 1)[0] ?? '')
    if (target?.isExternal !== true || at === null) return
    const href = escapeAttribute(target.target)
    this.#grid.link(at.row, at.column, (html) => `<a href="${href}">${html}</a>`)
  }
}

/** Returns row and column, from 0, of a reference such as `C7`, or null. */
export function cellReference(reference: string): { row: number; column: number } | null {
  const [, letters = '', digits = ''] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (letters === '') return null
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}
