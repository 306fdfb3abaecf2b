/** Headers, footers and page numbers: what stands at the edge of page after page. */
import { segmentText, type Segment } from './lines.ts'

/** A page as segments of text. */
export interface SegmentedPage {
  segments: Segment[]
  height: number
}

/** Share of a page's height at its top and bottom where furniture stands. */
const margin = 0.13
/** Outermost rows of a page that are looked at, above and below. */
const edgeRows = 4
/** Points by which a repeated line may move. */
const slack = 6
/** What is on this many pages is furniture; of two pages, what is on both. */
const repeatsMin = 3

/** Takes the furniture out of the pages, whole rows at a time. */
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

/** Segments of the outermost rows; rows are numbered from the top. */
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

/** Longer texts are no furniture. */
const textMaxLength = 160

/**
 * What a piece of text has in common with the same one of another page: its text without figures, or
 * a page number that runs on; at the places it may have moved to.
 */
function keysOf(segment: Segment, page: number): string[] {
  const text = segmentText(segment).slice(0, textMaxLength)
  const shape = bareNumber.test(text) ? '#' : text.replace(number, '#').toLowerCase()
  const at = Math.round(segment.y / slack)
  const keys = shape === '#' || shape.length > 1 ? [`${at} ${shape}`, `${at + 1} ${shape}`] : []
  for (const figures of [/^\d{1,4}\b/.exec(text)?.[0], /\b\d{1,4}$/.exec(text)?.[0]]) {
    if (figures === undefined) continue
    const offset = Number(figures) - page
    keys.push(`${at} page ${offset}`, `${at + 1} page ${offset}`)
  }
  return keys
}
