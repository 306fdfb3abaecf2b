/** Tables: which ones carry data, and data tables as GFM pipe tables. */
import { attribute, following, type TreeNode } from '../tree.ts'

/** A cell as it will be written. */
export interface TableCell {
  /** Inline Markdown, one line. */
  text: string
  columns: number
  rows: number
  alignment: Alignment
}

type Alignment = 'left' | 'right' | 'center' | null

/** The HTML standard's bound for colspan. */
const columnsMax = 1_000
/** Cells written for row spans, at most; what is beyond is left out. */
const spanCellsMax = 20_000
/** A cell of a table without header cells that is longer than this is a part of the page's layout. */
const cellTextMaxCharacters = 800
const blockInCell = new Set(['pre', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'form', 'dl'])

/**
 * True for a table of data; false for one that only places things on the page.
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
  return cellsMax > 1 && blocks === 0 && cellTextMax <= cellTextMaxCharacters
}

/** What a cell element says about its place. */
export function cellPlace(node: TreeNode): Pick<TableCell, 'columns' | 'rows' | 'alignment'> {
  return {
    columns: span(attribute(node, 'colspan'), columnsMax),
    rows: span(attribute(node, 'rowspan'), 65_534),
    alignment: alignmentOf(node),
  }
}

function span(text: string | null, max: number): number {
  const number = text === null ? 1 : Number.parseInt(text, 10)
  return Number.isNaN(number) || number < 1 ? 1 : Math.min(number, max)
}

function alignmentOf(node: TreeNode): Alignment {
  const style = /text-align\s*:\s*(left|right|center)/i.exec(attribute(node, 'style') ?? '')?.[1]
  const named = (style ?? attribute(node, 'align') ?? '').toLowerCase()
  return named === 'left' || named === 'right' || named === 'center' ? named : null
}

/**
 * Writes a pipe table. The first row becomes the header, since Markdown knows no table without one.
 * @returns empty text when no cell has content.
 */
export function pipeTable(rows: readonly (readonly TableCell[])[]): string {
  const grid = spread(rows.filter((row) => row.length > 0))
  const filled = grid.filter((row) => row.some((cell) => cell !== ''))
  const header = filled[0]
  if (header === undefined) return ''
  let columns = 0
  for (const row of filled) columns = Math.max(columns, row.length)
  while (header.length < columns) header.push('')
  const alignments = alignmentsOf(rows, columns)
  const lines = [pipeRow(header), `| ${alignments.map(delimiterCell).join(' | ')} |`]
  for (let i = 1; i < filled.length; i++) lines.push(pipeRow(filled[i] ?? []))
  return lines.join('\n')
}

/** Cells at their columns: spans leave empty cells beside and below. */
function spread(rows: readonly (readonly TableCell[])[]): string[][] {
  let budget = spanCellsMax
  /** Per column, rows still covered by a cell above. */
  let covered: number[] = []
  return rows.map((row) => {
    const cells: string[] = []
    const next: number[] = []
    const skipCovered = (): void => {
      while ((covered[cells.length] ?? 0) > 0 && budget-- > 0) {
        next[cells.length] = (covered[cells.length] ?? 1) - 1
        cells.push('')
      }
    }
    for (const cell of row) {
      skipCovered()
      for (let i = 0; i < cell.columns && (i === 0 || budget-- > 0); i++) {
        next[cells.length] = cell.rows - 1
        cells.push(i === 0 ? cell.text : '')
      }
    }
    skipCovered()
    covered = next
    return cells
  })
}

/** Alignment by column, from the first row that states one. */
function alignmentsOf(rows: readonly (readonly TableCell[])[], columns: number): Alignment[] {
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
