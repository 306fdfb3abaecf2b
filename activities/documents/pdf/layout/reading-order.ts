/** Determines the reading order of a page: columns in sequence, and text that spans them in between. */
import { greatestOf, leastOf, median } from './order-statistics.ts'
import type { Segment } from './lines.ts'

/** Segments of one column, or of a part of the page without columns. */
export type TextFlow = Segment[]

/** Maximum depth of columns inside columns. */
const depthMax = 4
/** Left edges within this many points count as the same. */
const edgeSlack = 3
/** Maximum number of edges tried as the start of a column. */
const candidatesMax = 8
/** Minimum lines of a column; more inside columns, where gaps in justified lines can look like column gaps. */
const columnLinesMin = 3
const innerLinesMin = 6
/** Minimum width of the gap between columns, in font sizes. */
const gutterMin = 0.8
/** Share of a column's width that half of its lines must fill; prose does, table cells do not. */
const columnFillMin = 0.55
/** Minimum width of a column, in font sizes. */
const columnWidthMin = 8

/** Splits the segments of a page into flows, in reading order. */
export function readingOrder(segments: readonly Segment[], depth = 0): TextFlow[] {
  const sorted = segments.toSorted((one, other) => one.y - other.y || one.left - other.left)
  const plain = sorted.length === 0 ? [] : [sorted]
  if (depth >= depthMax || sorted.length < 2 * columnLinesMin) return plain
  let best: Stretch[] | null = null
  let bestCount = 0
  for (const edge of columnEdges(sorted)) {
    const stretches = stretchesAt(sorted, edge, depth === 0 ? columnLinesMin : innerLinesMin)
    const count = stretches.reduce((sum, stretch) => sum + (stretch.columns === null ? 0 : stretch.all.length), 0)
    if (count > bestCount) [best, bestCount] = [stretches, count]
  }
  if (best === null) return plain
  const flows: TextFlow[] = []
  let open: TextFlow = []
  for (const { all, columns } of best) {
    if (columns === null) {
      for (const segment of all) open.push(segment)
      continue
    }
    if (open.length > 0) flows.push(open)
    open = []
    for (const column of columns) {
      for (const flow of readingOrder(column, depth + 1)) flows.push(flow)
    }
  }
  if (open.length > 0) flows.push(open)
  return flows
}

/** Returns left edges shared by many segments, well inside the area, most frequent first. */
function columnEdges(segments: readonly Segment[]): number[] {
  const left = leastOf(segments, (segment) => segment.left)
  const right = greatestOf(segments, (segment) => segment.right)
  const counts = new Map<number, number>()
  for (const segment of segments) {
    const edge = Math.round(segment.left / edgeSlack)
    counts.set(edge, (counts.get(edge) ?? 0) + 1)
  }
  const near = (edge: number): number =>
    (counts.get(edge - 1) ?? 0) + (counts.get(edge) ?? 0) + (counts.get(edge + 1) ?? 0)
  const least = Math.max(columnLinesMin, segments.length * 0.06)
  return [...counts.keys()]
    .filter((edge) => near(edge) >= least)
    .map((edge) => ({ edge, at: edge * edgeSlack, count: near(edge) }))
    .filter(({ at }) => at > left + (right - left) * 0.15 && at < right - (right - left) * 0.1)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, candidatesMax)
    .map(({ at }) => at - edgeSlack)
}

/** A part of the page between lines that span its columns. */
interface Stretch {
  all: Segment[]
  /** Segments on both sides of the edge; null when they are not columns. */
  columns: [TextFlow, TextFlow] | null
}

function stretchesAt(segments: readonly Segment[], edge: number, linesMin: number): Stretch[] {
  const stretches: Stretch[] = []
  let open: Segment[] = []
  const flush = (): void => {
    if (open.length > 0) stretches.push({ all: open, columns: columnsOf(open, edge, linesMin) })
    open = []
  }
  for (const segment of segments) {
    const spans = segment.left < edge && segment.right > edge + edgeSlack
    if (!spans) {
      open.push(segment)
      continue
    }
    flush()
    stretches.push({ all: [segment], columns: null })
  }
  flush()
  return stretches
}

function columnsOf(segments: readonly Segment[], edge: number, linesMin: number): [TextFlow, TextFlow] | null {
  const before = segments.filter((segment) => segment.left < edge)
  const after = segments.filter((segment) => segment.left >= edge)
  const gutter = leastOf(after, (segment) => segment.left) - greatestOf(before, (segment) => segment.right)
  const isParted = gutter >= gutterMin * median(segments.map((segment) => segment.size))
  return isParted && isColumn(before, linesMin) && isColumn(after, linesMin) ? [before, after] : null
}

function isColumn(segments: readonly Segment[], linesMin: number): boolean {
  // Pieces of code lines can be aligned like columns, so monospaced text is not a column.
  if (segments.every((segment) => segment.runs.every((run) => run.style.mono))) return false
  const rows = new Map<number, { left: number; right: number; size: number }>()
  for (const { row, left, right, size } of segments) {
    const line = rows.get(row)
    if (line === undefined) rows.set(row, { left, right, size })
    else Object.assign(line, { left: Math.min(line.left, left), right: Math.max(line.right, right) })
  }
  if (rows.size < linesMin) return false
  const lines = [...rows.values()]
  const left = leastOf(lines, (line) => line.left)
  const width = greatestOf(lines, (line) => line.right) - left
  const size = median(lines.map((line) => line.size))
  return width >= columnWidthMin * size && median(lines.map((line) => line.right - line.left)) >= width * columnFillMin
}
