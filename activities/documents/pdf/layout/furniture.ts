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
/** Points by which a repeated line may move between pages. */
const slack = 6
/** Text on at least this many pages is furniture; with fewer pages, text on two pages is. */
const repeatsMin = 3

/** Removes the furniture from the pages, whole rows at a time. */
export function withoutFurniture(pages: readonly SegmentedPage[]): SegmentedPage[] {
  const edges = pages.map((page, index) => edgesOf(page).map((segment) => ({ segment, keys: keysOf(segment, index) })))
  const counts = new Map<string, number>()
  for (const segments of edges) {
    for (const key of new Set(segments.flatMap(({ keys }) => keys))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const least = pages.length < repeatsMin ? 2 : repeatsMin
  return pages.map((page, index) => {
    const rows = new Set<number>()
    for (const { segment, keys } of edges[index] ?? []) {
      if (keys.some((key) => (counts.get(key) ?? 0) >= least)) rows.add(segment.row)
    }
    return rows.size === 0 ? page : { ...page, segments: page.segments.filter(({ row }) => !rows.has(row)) }
  })
}

/** Returns the segments of the outermost rows; rows are numbered from the top. */
function edgesOf({ segments, height }: SegmentedPage): Segment[] {
  const rows = [...new Set(segments.map((segment) => segment.row))].toSorted((one, other) => one - other)
  const top = rows.slice(0, edgeRows).at(-1) ?? -1
  const bottom = rows.slice(-edgeRows)[0] ?? 0
  return segments.filter(
    ({ row, y }) => (row <= top && y < height * margin) || (row >= bottom && y > height * (1 - margin)),
  )
}

const number = /\d+|\b[ivxlc]+\b/giu
const bareNumber =
  /^(?:page|seite|p\.|pag\.|página|pagina|стр\.?)?[\s|–—-]*(?:\d{1,4}|[ivxlc]{1,7})(?:[\s/|–—-]*(?:(?:of|von|de|sur|di|van|из)\s*)?\d{1,4})?[\s|–—-]*$/i

/** Size of a footnote's mark at most, as a share of the size of its text. */
const markSizeMax = 0.88

/** Only this many characters of a text are compared. */
const textMaxLength = 160

/**
 * Returns keys that a segment shares with the same furniture on other pages: its text without numbers, or the
 * offset between a number in it and the page; each at the positions it may have moved to.
 */
function keysOf(segment: Segment, page: number): string[] {
  const text = segmentText(segment).slice(0, textMaxLength)
  const shape = bareNumber.test(text) ? '#' : text.replace(number, '#').toLowerCase()
  const at = Math.round(segment.y / slack)
  const keys = shape === '#' || shape.length > 1 ? [`${at} ${shape}`, `${at + 1} ${shape}`] : []
  // A small number in front is the mark of a footnote.
  const isNote = (segment.runs[0]?.size ?? 0) < segment.size * markSizeMax
  for (const figures of [isNote ? undefined : /^\d{1,4}\b/.exec(text)?.[0], /\b\d{1,4}$/.exec(text)?.[0]]) {
    if (figures === undefined) continue
    const offset = Number(figures) - page
    keys.push(`${at} page ${offset}`, `${at + 1} page ${offset}`)
  }
  return keys
}
