/** Joins text runs into segments (without a wide gap inside) and lines. */
import { greatestOf, leastOf } from './order-statistics.ts'
import { isCjk, type TextRun } from '../reading/text-run.ts'

/** Consecutive runs on one baseline without a gap as wide as between columns. */
export interface Segment {
  /** In reading order. */
  runs: TextRun[]
  left: number
  right: number
  /** Baseline. */
  y: number
  /** Font size of the largest run. */
  size: number
  /** Row number; segments of one row share their baseline. */
  row: number
}

/** The segments of one row, in reading order. */
export interface Line {
  cells: Segment[]
  left: number
  right: number
  y: number
  size: number
  text: string
  isBold: boolean
  isMono: boolean
  isRtl: boolean
}

interface Row {
  runs: TextRun[]
  /** The largest run; its baseline is the baseline of the row. */
  anchor: TextRun
  left: number
  right: number
}

/** A gap of this many font sizes separates two segments. */
const segmentGap = 1

/** A gap of this many font sizes is a space. */
const spaceGap = 0.22

/** Number of rows that a run is compared with, from the lowest up. */
const openRowsMax = 4
/** Baselines within this many font sizes are the same. */
const baselineSlack = 0.25
/** A run smaller than this share of a row's font size may be above or below the row's baseline. */
const smallMax = 0.9
/** Minimum share of such a run's height that overlaps the row, and maximum gap to the row, in font sizes. */
const smallShareMin = 0.5
const smallGapMax = 0.8

/** Joins runs by their positions, independent of the order in which they were drawn. */
export function segmentsOf(runs: readonly TextRun[]): Segment[] {
  const rows: Row[] = []
  for (const run of runs.toSorted((one, other) => one.y - other.y)) {
    const row = rows.slice(-openRowsMax).findLast((open) => isOnBaseline(open.anchor, run))
    if (row === undefined) rows.push({ runs: [run], anchor: run, left: run.x, right: run.x + run.width })
    else addTo(row, run)
  }
  return withMarks(rows)
    .toSorted((one, other) => one.anchor.y - other.anchor.y)
    .flatMap((row, index) => splitRow(row, index))
}

const isOnBaseline = (one: TextRun, other: TextRun): boolean =>
  Math.abs(one.y - other.y) <= baselineSlack * Math.min(one.size, other.size)

function addTo(row: Row, run: TextRun): void {
  row.runs.push(run)
  row.left = Math.min(row.left, run.x)
  row.right = Math.max(row.right, run.x + run.width)
  if (run.size > row.anchor.size) row.anchor = run
}

/** Moves small runs, such as superscripts and subscripts, into the row they belong to. */
function withMarks(rows: readonly Row[]): Row[] {
  return rows.filter((row, index) => {
    const near = rows.slice(Math.max(0, index - openRowsMax), index + openRowsMax + 1)
    const larger = near.filter((other) => row.anchor.size < other.anchor.size * smallMax)
    if (larger.length === 0) return true
    row.runs = row.runs.filter((run) => {
      const home = larger.find((other) => isMarkIn(other, run))
      if (home !== undefined) addTo(home, run)
      return home === undefined
    })
    return row.runs.length > 0
  })
}

function isMarkIn({ anchor, left, right }: Row, run: TextRun): boolean {
  const gap = Math.max(run.x - right, left - (run.x + run.width))
  return gap <= smallGapMax * anchor.size && sharedHeight(anchor, run) >= smallShareMin
}

/** Returns the overlap of two runs as a share of the height of the smaller one, at most 1; negative when apart. */
function sharedHeight(one: TextRun, other: TextRun): number {
  const top = Math.max(one.y - one.size * 0.75, other.y - other.size * 0.75)
  const bottom = Math.min(one.y + one.size * 0.2, other.y + other.size * 0.2)
  return (bottom - top) / (Math.min(one.size, other.size) * 0.95)
}

function splitRow({ runs, anchor }: Pick<Row, 'runs' | 'anchor'>, row: number): Segment[] {
  const segments: Segment[] = []
  let parts: TextRun[] = []
  let right = 0
  const flush = (): void => {
    if (parts.length > 0) segments.push(segmentOf(parts, row))
    parts = []
  }
  for (const run of runs.toSorted((one, other) => one.x - other.x)) {
    if (parts.length > 0 && run.x - right > segmentGap * Math.min(anchor.size, run.size * 1.5)) flush()
    right = parts.length === 0 ? run.x + run.width : Math.max(right, run.x + run.width)
    parts.push(run)
  }
  flush()
  return segments
}

/** Makes a segment. @param runs on one baseline, from left to right. */
export function segmentOf(runs: TextRun[], row: number): Segment {
  const left = leastOf(runs, (run) => run.x)
  const right = greatestOf(runs, (run) => run.x + run.width)
  const size = greatestOf(runs, (run) => run.size)
  const y = runs.find((run) => run.size === size)?.y ?? 0
  return { runs: isRtl(runs) ? fromRight(runs) : runs, left, right, y, size, row }
}

const isRtl = (runs: readonly TextRun[]): boolean => {
  let balance = 0
  for (const run of runs) balance += run.isRtl ? run.text.length : -run.text.length
  return balance > 0
}

/** Orders runs from right to left, but keeps the order of adjacent words of left-to-right scripts. */
function fromRight(runs: readonly TextRun[]): TextRun[] {
  const ordered: TextRun[] = []
  let stretch: TextRun[] = []
  const flush = (): void => {
    for (const run of stretch.toReversed()) ordered.push(run)
    stretch = []
  }
  for (const run of runs.toReversed()) {
    if (!run.isRtl && /\p{L}|\d/u.test(run.text)) {
      stretch.push(run)
      continue
    }
    flush()
    ordered.push(run)
  }
  flush()
  return ordered
}

/** Returns the lines of segments that belong to one column, from top to bottom. */
export function linesOf(segments: readonly Segment[]): Line[] {
  const byRow = new Map<number, Segment[]>()
  for (const segment of segments) {
    const row = byRow.get(segment.row)
    if (row === undefined) byRow.set(segment.row, [segment])
    else row.push(segment)
  }
  return [...byRow.entries()].toSorted(([one], [other]) => one - other).map(([, cells]) => lineOf(cells))
}

/** Returns the lines of runs in reading order; a line ends where the next run is on another height. */
export function linesInOrder(runs: readonly TextRun[]): Line[] {
  const lines: Line[] = []
  let parts: TextRun[] = []
  const flush = (): void => {
    const [first] = parts
    if (first === undefined) return
    const anchor = parts.reduce((largest, run) => (run.size > largest.size ? run : largest), first)
    const row = splitRow({ runs: parts, anchor }, lines.length)
    if (row.length > 0) lines.push(lineOf(row))
    parts = []
  }
  for (const run of runs) {
    const last = parts.at(-1)
    if (last !== undefined && sharedHeight(last, run) < 0.3) flush()
    parts.push(run)
  }
  flush()
  return lines
}

/** Makes a line from the segments of one row. */
export function lineOf(cells: Segment[]): Line {
  const runs = cells.flatMap((cell) => cell.runs)
  const rtl = isRtl(runs)
  const ordered = cells.toSorted((one, other) => (rtl ? other.left - one.left : one.left - other.left))
  const size = dominantSize(runs)
  return {
    cells: ordered,
    left: leastOf(ordered, (cell) => cell.left),
    right: greatestOf(ordered, (cell) => cell.right),
    y: ordered.find((cell) => cell.size >= size)?.y ?? ordered[0]?.y ?? 0,
    size,
    text: ordered.map(segmentText).join(' '),
    isBold: allCharacters(runs, /\p{L}/u, (run) => run.style.bold),
    // A line with a marker in another font before monospaced text is an item, not code.
    isMono: runs[0]?.style.mono === true && allCharacters(runs, /[\p{L}\p{N}]/u, (run) => run.style.mono),
    isRtl: rtl,
  }
}

/** Returns the text of a segment, with a space at each gap. */
export function segmentText({ runs }: Segment): string {
  let text = ''
  let before: TextRun | null = null
  for (const run of runs) {
    if (before !== null && needsSpace(before, run)) text += ' '
    text += run.text
    before = run
  }
  return text.trim()
}

/** Returns whether a space belongs between two consecutive runs of a line. */
export function needsSpace(before: TextRun, after: TextRun): boolean {
  if (/\s$/.test(before.text) || /^\s/.test(after.text)) return false
  const gap = before.x <= after.x ? after.x - (before.x + before.width) : before.x - (after.x + after.width)
  const size = Math.min(before.size, after.size)
  if (isCjk(before.text.at(-1)) && isCjk(after.text[0])) return gap > size * 0.7
  // A raised mark ends a piece of text, but nothing stands between it and the punctuation behind it.
  if (/^[,.;:!?)\]”»]/.test(after.text)) return gap > size * spaceGap
  return gap > size * spaceGap || (before.spaceAfter && gap > -size * 0.3 && gap > size * 0.02 - 1)
}

/** Returns the font size of most characters. */
export function dominantSize(runs: readonly TextRun[]): number {
  const weights = new Map<number, number>()
  for (const { size, text } of runs) {
    const rounded = Math.round(size * 10) / 10
    weights.set(rounded, (weights.get(rounded) ?? 0) + text.trim().length)
  }
  let best = 0
  let most = -1
  for (const [size, weight] of weights) {
    if (weight > most) [best, most] = [size, weight]
  }
  return best
}

/** Returns whether a condition holds for all runs that contain a character of a kind; for all runs if none does. */
function allCharacters(runs: readonly TextRun[], kind: RegExp, holds: (run: TextRun) => boolean): boolean {
  const telling = runs.filter((run) => kind.test(run.text))
  return runs.length > 0 && (telling.length > 0 ? telling : runs).every(holds)
}
