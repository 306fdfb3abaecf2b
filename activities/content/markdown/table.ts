/** Distinguishes data tables from layout tables and writes data tables as GFM pipe tables. */
import { attribute, following, type TreeNode } from '../../html/tree.ts'

/** A cell to write. */
export interface MarkdownCell {
  /** Inline Markdown, one line. */
  text: string
  columns: number
  rows: number
  alignment: Alignment
  /** True for a header cell. */
  heads: boolean
}

type Alignment = 'left' | 'right' | 'center' | null

/** Maximum colspan of the HTML standard. */
const columnsMax = 1_000
/** Maximum number of cells added for spans; further ones are left out. */
const spanCellsMax = 20_000
/** A text longer than this is not repeated in the rows its cell spans. */
const repeatedMaxCharacters = 200
/** In a table without header cells or role, a cell with more text than this means that the table is page layout. */
const cellTextMaxCharacters = 800
const blockInCell = new Set(['pre', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'form', 'dl'])

/**
 * Returns true for a data table; false for a layout table.
 * The walk ends at a nested table, so that nested tables cost no more than flat ones.
 */
export function isDataTable(table: TreeNode): boolean {
  const role = attribute(table, 'role')
  if (role === 'presentation' || role === 'none') return false
  let cellsInRow = 0
  let cellsMax = 0
  let headers = 0
  let blocks = 0
  let cellText = 0
  let cellTextMax = 0
  for (let node = table.first; node !== null; node = following(node, table)) {
    if (node.text !== null) {
      cellText += node.text.length
      if (cellText > cellTextMax) cellTextMax = cellText
      continue
    }
    switch (node.name) {
      case 'table':
        return false
      case 'tr':
        cellsInRow = 0
        break
      case 'th':
      case 'td':
        if (node.name === 'th') headers++
        cellsInRow++
        cellText = 0
        if (cellsInRow > cellsMax) cellsMax = cellsInRow
        break
      default:
        if (blockInCell.has(node.name)) blocks++
    }
  }
  if (headers > 0) return cellsMax > 0
  return cellsMax > 1 && blocks === 0 && (role === 'table' || cellTextMax <= cellTextMaxCharacters)
}

/** Reads span, alignment and header status of a cell element. */
export function cellPlace(node: TreeNode): Omit<MarkdownCell, 'text'> {
  return {
    columns: span(attribute(node, 'colspan'), columnsMax),
    rows: span(attribute(node, 'rowspan'), 65_534),
    alignment: alignmentOf(node),
    heads: node.name === 'th',
  }
}

function span(text: string | null, max: number): number {
  const number = text === null ? 1 : Number.parseInt(text, 10)
  return Number.isNaN(number) || number < 1 ? 1 : Math.min(number, max)
}

/** Returns the text alignment of a cell from its style or align attribute; null when not stated. */
export function alignmentOf(node: TreeNode): Alignment {
  const style = /text-align\s*:\s*(left|right|center)/i.exec(attribute(node, 'style') ?? '')?.[1]
  const named = (style ?? attribute(node, 'align') ?? '').toLowerCase()
  return named === 'left' || named === 'right' || named === 'center' ? named : null
}

/**
 * Writes a pipe table. A Markdown table requires a header: it is the first row, or an empty row when the header
 * cells are in the first column.
 * @returns empty text when no cell has content.
 */
export function pipeTable(rows: readonly (readonly MarkdownCell[])[]): string {
  const hasText = rows.map((row) => row.some((cell) => cell.text !== ''))
  const filled = rows.filter((_row, i) => hasText[i])
  const grid = spread(rows).filter((_row, i) => hasText[i])
  if (hasHeadColumn(filled)) grid.unshift([])
  const header = grid[0]
  if (header === undefined) return ''
  let columns = 0
  for (const row of grid) columns = Math.max(columns, row.length)
  while (header.length < columns) header.push('')
  const alignments = alignmentsOf(filled, columns)
  const lines = [pipeRow(header), `| ${alignments.map(delimiterCell).join(' | ')} |`]
  for (let i = 1; i < grid.length; i++) lines.push(pipeRow(grid[i] ?? []))
  return lines.join('\n')
}

/** Returns true when the first two rows have a header cell in the first column and in no other. */
function hasHeadColumn(rows: readonly (readonly MarkdownCell[])[]): boolean {
  if (rows.length < 2) return false
  return rows.slice(0, 2).every((row) => row.length > 1 && row.every((cell, i) => cell.heads === (i === 0)))
}

/** A cell that continues in the rows below. */
interface Covering {
  rows: number
  text: string
}

/** Places cells in columns: a row span repeats the text in each row, a column span has it in the first column only. */
function spread(rows: readonly (readonly MarkdownCell[])[]): string[][] {
  let budget = spanCellsMax
  /** For each column, the cell that continues from the rows above. */
  let covered: (Covering | undefined)[] = []
  return rows.map((row) => {
    const cells: string[] = []
    const next: (Covering | undefined)[] = []
    const skipCovered = (): void => {
      for (let above = covered[cells.length]; above !== undefined && budget-- > 0; above = covered[cells.length]) {
        if (above.rows > 1) next[cells.length] = { rows: above.rows - 1, text: above.text }
        cells.push(above.text)
      }
    }
    for (const cell of row) {
      skipCovered()
      for (let i = 0; i < cell.columns && (i === 0 || budget-- > 0); i++) {
        const text = i === 0 ? cell.text : ''
        if (cell.rows > 1) {
          next[cells.length] = { rows: cell.rows - 1, text: text.length > repeatedMaxCharacters ? '' : text }
        }
        cells.push(text)
      }
    }
    skipCovered()
    covered = next
    return cells
  })
}

/** Returns the alignment of each column, from the first of two rows that states one. */
function alignmentsOf(rows: readonly (readonly MarkdownCell[])[], columns: number): Alignment[] {
  const alignments: Alignment[] = Array.from({ length: columns }, () => null)
  for (const row of rows.slice(0, 2)) {
    let column = 0
    for (const cell of row) {
      if (column < columns) alignments[column] ??= cell.alignment
      column += cell.columns
    }
  }
  return alignments
}

function delimiterCell(alignment: Alignment): string {
  if (alignment === 'center') return ':---:'
  if (alignment === 'right') return '---:'
  return alignment === 'left' ? ':---' : '---'
}

const pipeRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
