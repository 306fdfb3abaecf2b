/** Recognizes simple tables: lines whose pieces are aligned in columns. */
import type { TableBlock, PdfTableCell } from './blocks.ts'
import { greatestOf, leastOf, median } from './order-statistics.ts'
import type { Leading } from './leading.ts'
import { lineOf, segmentOf, type Line } from './lines.ts'
import { isBareMarker } from './list-marker.ts'
import type { TextRun } from '../reading/text-run.ts'

const rowsMin = 3
const columnsMin = 2
const columnsMax = 60
/** Minimum share of the rows in which a column has content. */
const columnFillMin = 0.4
/** Rows farther apart than this many usual line distances belong to different tables. */
const rowGapMax = 3.2
/** A line within this many usual line distances continues the row above. */
const continuationGap = 1.25

interface Column {
  left: number
  right: number
}

/**
 * Reads the table that begins at a line.
 * @returns the table and the index of the line after it; without a table, null and the line to try next.
 */
export function readTable(
  lines: readonly Line[],
  start: number,
  leading: Leading,
): { block: TableBlock | null; next: number } {
  const end = tableEnd(lines, start, leading)
  // A long run of lines that is not a table is not tried again at every line.
  const none = { block: null, next: start + Math.max(1, (end - start) >> 3) }
  if (end - start < rowsMin) return none
  const rows = lines.slice(start, end)
  const columns = columnsOf(rows)
  if (columns.length < columnsMin || columns.length > columnsMax || isJustified(rows)) return none
  const grid = gridOf(rows, columns, leading)
  return isTable(grid, columns.length) ? { block: { kind: 'table', rows: withHeader(grid) }, next: end } : none
}

/** Returns the end of the lines from `start` that have several pieces, including lines that continue a piece. */
function tableEnd(lines: readonly Line[], start: number, leading: Leading): number {
  let end = start
  let last = start
  for (let before: Line | null = null; end < lines.length; end++) {
    const line: Line | undefined = lines[end]
    if (line === undefined) break
    const inPieces = line.cells.length >= columnsMin && !isListLine(line)
    if (before === null ? !inPieces : line.y - before.y > leading.of(line.size) * rowGapMax || line.y < before.y) break
    if (inPieces) last = end + 1
    // Two consecutive lines with a single piece are prose after the table.
    else if (end + 1 - last > 1) break
    else if (before !== null && line.y - before.y > leading.of(line.size) * continuationGap) break
    before = line
  }
  return last
}

const isListLine = (line: Line): boolean => {
  const [first] = line.cells
  return (
    first !== undefined &&
    isBareMarker(
      first.runs
        .map((run) => run.text)
        .join('')
        .trim(),
    )
  )
}

/** Returns the columns, derived from the lines that have at least the most common number of pieces. */
function columnsOf(rows: readonly Line[]): Column[] {
  const counts = new Map<number, number>()
  for (const { cells } of rows) {
    if (cells.length >= columnsMin) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  }
  const [usual] = [...counts.entries()].toSorted(([a, one], [b, other]) => other - one || b - a)[0] ?? [0]
  const spans = rows
    .filter((row) => row.cells.length >= usual)
    .flatMap((row) => row.cells)
    .toSorted((one, other) => one.left - other.left)
  const columns: Column[] = []
  for (const { left, right } of spans) {
    const last = columns.at(-1)
    if (last !== undefined && left < last.right) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

/** Runs of a row, by column and then by line. */
type GridRow = TextRun[][][]

function gridOf(rows: readonly Line[], columns: readonly Column[], leading: Leading): GridRow[] {
  const grid: GridRow[] = []
  let before: Line | null = null
  for (const row of rows) {
    const goesOn =
      before !== null &&
      row.cells.length < columns.length &&
      row.y - before.y <= leading.of(row.size) * continuationGap &&
      columnOf(row, columns) > 0
    const last = grid.at(-1)
    const target: GridRow = goesOn && last !== undefined ? last : columns.map(() => [])
    if (target !== last) grid.push(target)
    for (const [column, runs] of runsByColumn(row, columns)) target[column]?.push(runs)
    before = row
  }
  return grid
}

function runsByColumn(row: Line, columns: readonly Column[]): Map<number, TextRun[]> {
  const found = new Map<number, TextRun[]>()
  for (const run of row.cells.flatMap((cell) => cell.runs)) {
    const column = columnOf({ left: run.x, right: run.x + run.width }, columns)
    const runs = found.get(column)
    if (runs === undefined) found.set(column, [run])
    else runs.push(run)
  }
  return found
}

/** Returns the column that overlaps most with a span. */
function columnOf({ left, right }: Column, columns: readonly Column[]): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (const [index, column] of columns.entries()) {
    const shared = Math.min(right, column.right) - Math.max(left, column.left)
    if (shared > most) [best, most] = [index, shared]
  }
  return best
}

function isTable(grid: readonly GridRow[], columns: number): boolean {
  if (grid.length < rowsMin || (columns === 2 && isCounted(grid))) return false
  for (let column = 0; column < columns; column++) {
    const cells = grid.map((row) => (row[column] ?? []).flat()).filter((runs) => runs.length > 0)
    if (cells.length < grid.length * columnFillMin || !isAligned(cells)) return false
  }
  const leaders = grid.filter((row) => row.flat(2).some(({ text }) => /(?:\. ?){4}/.test(text)))
  return leaders.length < grid.length / 2
}

/** Returns whether the first column numbers the rows consecutively, which is a list. */
function isCounted(grid: readonly GridRow[]): boolean {
  const counts = grid.map(([cell = []]) => {
    const text = cell
      .flat()
      .map((run) => run.text)
      .join('')
      .trim()
    return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  })
  return counts.every((count, index) => index === 0 || count === (counts[index - 1] ?? 0) + 1)
}

/** Points by which the edges of one column may differ. */
const edgeSlack = 3
/** Minimum share of a column's cells with a common edge or centre. */
const alignedMin = 0.6

function isAligned(cells: readonly (readonly TextRun[])[]): boolean {
  const lefts = cells.map((runs) => leastOf(runs, (run) => run.x))
  const rights = cells.map((runs) => greatestOf(runs, (run) => run.x + run.width))
  const middles = lefts.map((left, index) => (left + (rights[index] ?? left)) / 2)
  return [lefts, rights, middles].some((edges) => {
    const middle = median(edges)
    return edges.filter((edge) => Math.abs(edge - middle) <= edgeSlack).length >= cells.length * alignedMin
  })
}

/** Returns true when all lines begin and end at about the same places and have no gap wider than justified text has. */
function isJustified(rows: readonly Line[]): boolean {
  const left = leastOf(rows, (row) => row.left)
  const right = greatestOf(rows, (row) => row.right)
  return rows.every((row) => {
    const gap = row.cells.reduce((max, cell, index) => {
      const before = row.cells[index - 1]
      return before === undefined ? max : Math.max(max, cell.left - before.right)
    }, 0)
    return row.left - left < row.size * 2 && right - row.right < edgeSlack && gap < row.size * justifiedGapMax
  })
}

const justifiedGapMax = 2.5

const texts = (row: readonly Line[][]): string[] => row.map((lines) => lines.map((line) => line.text).join(' '))

const hasFigure = (row: readonly Line[][]): boolean => texts(row).some((text) => /^[-+(]?\p{Sc}?\d/u.test(text))

/**
 * Marks the first row as the header when it is bold and the other rows are not all bold, or when it is the only row
 * without a cell that begins with a number.
 */
function withHeader(grid: readonly GridRow[]): PdfTableCell[][] {
  const cells = grid.map((row) => row.map((parts) => parts.map((runs, index) => lineOf([segmentOf(runs, index)]))))
  const [first = [], ...rest] = cells
  const isBold =
    first.flat().length > 0 && first.flat().every((line) => line.isBold) && !rest.flat(2).every((line) => line.isBold)
  const isHeader = isBold || (texts(first).every((text) => text !== '') && !hasFigure(first) && rest.every(hasFigure))
  return cells.map((row, index) => row.map((lines) => ({ lines, isHeader: isHeader && index === 0 })))
}
