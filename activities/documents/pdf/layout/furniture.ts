/** Removes headers, footers and page numbers: text that is repeated at the edge of pages. */
import { segmentText, type Segment } from './lines.ts'

/** A page as text segments. */
export interface SegmentedPage {
  segments: Segment[]
  height: number
}

/** Share of a page's height at top and bottom that can contain furniture. */
const margin = 0.13
/** Number of outermost rows checked at top and bottom. */
const edgeRows = 4
/** A row of more segments is part of a table. */
const rowSegmentsMax = 8
/** Points by which a repeated line may move between pages. */
const slack = 6
/** Text on at least this many pages is furniture; with fewer pages, text on two pages is. */
const repeatsMin = 3
/** Share of the pages that must have the same page number in rows whose other text differs from page to page. */
const countedShareMin = 0.5

/** A segment at the edge of a page, with keys that it shares with the same furniture on other pages. */
interface EdgeSegment {
  /** Its text, with numbers only as far as they are the same or those of the pages. */
  texts: string[]
  /** A number at its start or end as the offset to the page, whatever the other text. */
  offsets: string[]
}

interface EdgeRow {
  row: number
  /** None when there are too many for furniture. */
  segments: EdgeSegment[]
  /** Its text when the next row has cells below all of its own, as below the names of columns; else null. */
  columnNames: string | null
}

/**
 * Removes the furniture from the pages, whole rows at a time. A row is furniture when all of its segments are repeated:
 * a row of a table can have a single cell in common with rows at the same height of other pages. Where the text is that
 * of the chapter, the page number alone decides, in the outermost rows. Names of columns that a table repeats on each
 * page stay on the first one.
 */
export function withoutFurniture(pages: readonly SegmentedPage[]): SegmentedPage[] {
  const edges = pages.map(edgesOf)
  const counts = countsOf(edges)
  const least = pages.length < repeatsMin ? 2 : repeatsMin
  const leastCounted = Math.max(repeatsMin, pages.length * countedShareMin)
  const isRepeated = (keys: readonly string[], min: number): boolean =>
    keys.some((key) => (counts.get(key) ?? 0) >= min)
  const shownNames = new Set<string>()
  return pages.map((page, index) => {
    const rows = new Set<number>()
    for (const edge of edges[index] ?? []) {
      let isOutermost = true
      for (const { row, segments, columnNames } of edge) {
        const isFurniture =
          (segments.length > 0 && segments.every(({ texts }) => isRepeated(texts, least))) ||
          (isOutermost && segments.some(({ offsets }) => isRepeated(offsets, leastCounted)))
        const isFirst = columnNames !== null && !shownNames.has(columnNames)
        if (isFurniture && isFirst) shownNames.add(columnNames)
        else if (isFurniture) rows.add(row)
        else isOutermost = false
      }
    }
    return rows.size === 0 ? page : { ...page, segments: page.segments.filter(({ row }) => !rows.has(row)) }
  })
}

/** Returns on how many pages each key is found. */
function countsOf(edges: readonly (readonly EdgeRow[])[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const rows of edges) {
    const keys = rows.flat().flatMap(({ segments }) => segments.flatMap(({ texts, offsets }) => [...texts, ...offsets]))
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Returns the rows at the top and at the bottom, each from the outermost row inwards. */
function edgesOf({ segments, height }: SegmentedPage, page: number): [EdgeRow[], EdgeRow[]] {
  // Rows are numbered from the top.
  const rows = [...Map.groupBy(segments, (segment) => segment.row)].toSorted(([one], [other]) => one - other)
  const isAtTop = ({ y }: Segment): boolean => y < height * margin
  const isAtBottom = ({ y }: Segment): boolean => y > height * (1 - margin)
  const top = rows.slice(0, edgeRows).filter(([, cells]) => cells.every(isAtTop))
  const bottom = rows.slice(-edgeRows).filter(([, cells]) => cells.every(isAtBottom))
  const keyed = ([row, cells]: [number, Segment[]]): EdgeRow => ({
    row,
    segments: cells.length > rowSegmentsMax ? [] : cells.map((cell) => keysOf(cell, page, cells.length === 1)),
    columnNames: null,
  })
  const named = ([row, cells]: [number, Segment[]], index: number): EdgeRow => ({
    ...keyed([row, cells]),
    columnNames: areColumnNames(cells, rows[index + 1]?.[1] ?? []) ? cells.map(segmentText).join('\n') : null,
  })
  return [top.map(named), bottom.toReversed().map(keyed)]
}

const byLeft = (one: Segment, other: Segment): number => one.left - other.left

/** Returns whether each cell of the row below is below a cell of its own, and no cell has a number. */
function areColumnNames(cells: readonly Segment[], below: readonly Segment[]): boolean {
  if (cells.length < 2 || cells.length !== below.length) return false
  const sorted = below.toSorted(byLeft)
  return cells.toSorted(byLeft).every((cell, at) => {
    const other = sorted[at]!
    return cell.left < other.right && other.left < cell.right && !/\d/.test(segmentText(cell))
  })
}

const bareNumber =
  /^(?:page|seite|p\.|pag\.|página|pagina|стр\.?)?[\s|–—-]*(?:\d{1,4}|[ivxlc]{1,7})(?:[\s/|–—-]*(?:(?:of|von|de|sur|di|van|из)\s*)?\d{1,4})?[\s|–—-]*$/i
const romanNumber = /\b[ivxlc]+\b/giu

/** Size of a footnote's mark at most, as a share of the size of its text. */
const markSizeMax = 0.88

/** Only this many characters of a text are compared. */
const textMaxLength = 160
/** A page number is sought among this many numbers of a text. */
const numbersMax = 8

/**
 * Returns the keys of a segment, each at the positions to which it may have moved.
 * @param page index of the page.
 * @param isAlone true when the row has no other segment.
 */
function keysOf(segment: Segment, page: number, isAlone: boolean): EdgeSegment {
  const text = segmentText(segment).slice(0, textMaxLength)
  const at = Math.round(segment.y / slack)
  const placed = (key: string): string[] => [`${at} ${key}`, `${at + 1} ${key}`]
  // A small number in front is the mark of a footnote.
  const isNote = (segment.runs[0]?.size ?? 0) < segment.size * markSizeMax
  return {
    texts: textsOf(text, page, isAlone).flatMap(placed),
    offsets: offsetsOf(text, page, isNote).flatMap(placed),
  }
}

/** Returns the text as it is, and with each number in turn as its offset to the page. */
function textsOf(text: string, page: number, isAlone: boolean): string[] {
  // Figures alone in a cell of a row may be anything.
  if (bareNumber.test(text) && (isAlone || /\p{L}/u.test(text))) return ['#']
  const shape = text.replace(romanNumber, '#').toLowerCase()
  if (shape.length < 2 && !/\d/.test(shape)) return shape === '#' || !isAlone ? [shape] : []
  const numbers = [...shape.matchAll(/\d+/g)].slice(0, numbersMax)
  const counted = numbers.map(
    ({ 0: figures, index }) =>
      `${shape.slice(0, index)}#${Number(figures) - page}${shape.slice(index + figures.length)}`,
  )
  return [shape, ...counted]
}

/** Returns the offsets of the numbers at start and end; those with decimals or sections are not page numbers. */
function offsetsOf(text: string, page: number, isNote: boolean): string[] {
  const first = isNote ? undefined : /^\d{1,4}\b(?![.,]\d)/.exec(text)?.[0]
  const last = /(?<!\d[.,])\b\d{1,4}$/.exec(text)?.[0]
  return [first, last].filter((figures) => figures !== undefined).map((figures) => `page ${Number(figures) - page}`)
}
