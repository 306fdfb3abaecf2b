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
/** A row of more segments, one of them repeated, is no running head with a title that changes. */
const titledSegmentsMax = 3
/** Share of the pages on which such a row must be set apart from the text. */
const apartShareMin = 0.25
/** Distance between the baselines of a row and of the only segment of the next row, in font sizes, that sets it apart. */
const apartDistanceMin = 2

/** A segment at the edge of a page, with keys that it shares with the same furniture on other pages. */
interface EdgeSegment {
  /** Its text as other places of the document may have it. */
  words: string
  /** Its text, with numbers only as far as they are the same or those of the pages. */
  texts: string[]
  /** A number at its start or end as the offset to the page, whatever the other text. */
  offsets: string[]
  /** True when it has more letters than digits and is no page number. */
  isWorded: boolean
}

interface EdgeRow {
  row: number
  /** None when there are too many for furniture. */
  segments: EdgeSegment[]
  /** Its text when the next row has cells below all of its own, as below the names of columns; else null. */
  columnNames: string | null
  /** True when the next row inwards cannot be of a table with the columns of this one. */
  isApart: boolean
}

/**
 * Removes the furniture from the pages, whole rows at a time. A row is furniture when all of its segments are repeated:
 * a row of a table can have a single cell in common with rows at the same height of other pages. Where the text is that
 * of the chapter, the page number alone decides, in the outermost rows, or a repeated text beside it when the row is
 * set apart from the text of the page. In the latter case, the text that changes may be the name of a person or a thing
 * that each page is about: where nothing else has it, the row stays on the first page with it. Names of columns that a
 * table repeats on each page stay on the first one.
 */
export function withoutFurniture(pages: readonly SegmentedPage[]): SegmentedPage[] {
  const edges = pages.map(edgesOf)
  const counts = countsOf(edges)
  const least = pages.length < repeatsMin ? 2 : repeatsMin
  const leastCounted = Math.max(repeatsMin, pages.length * countedShareMin)
  const leastApart = Math.max(repeatsMin, pages.length * apartShareMin)
  const isRepeated = (keys: readonly string[], min: number): boolean =>
    keys.some((key) => (counts.get(key) ?? 0) >= min)
  const isTitle = ({ texts }: EdgeSegment): boolean =>
    isRepeated(texts, leastCounted) && isRepeated(texts.map(apartKey), leastApart)
  const isTitled = (segments: readonly EdgeSegment[]): boolean =>
    segments.length <= titledSegmentsMax &&
    segments.every(({ texts, isWorded }) => isWorded || isRepeated(texts, least)) &&
    segments.some((segment) => segment.isWorded && isTitle(segment))
  const changing = (segments: readonly EdgeSegment[]): string[] =>
    segments.filter(({ texts }) => !isRepeated(texts, least)).map(({ words }) => words)
  // Which rows stay is known only when all texts that may change have been found.
  const unknown = new Set<string>()
  const furnitureRows = (isKnown: (words: string) => boolean): Set<number>[] => {
    const shownNames = new Set<string>()
    const shownWords = new Set<string>()
    const isRunningHead = (segments: readonly EdgeSegment[]): boolean => {
      if (!isTitled(segments)) return false
      const words = changing(segments)
      const isShown = words.every((text) => isKnown(text) || shownWords.has(text))
      for (const text of words) shownWords.add(text)
      return isShown
    }
    return edges.map((ofPage) => {
      const rows = new Set<number>()
      for (const edge of ofPage) {
        let isOutermost = true
        for (const { row, segments, columnNames } of edge) {
          const isFurniture =
            (segments.length > 0 && segments.every(({ texts }) => isRepeated(texts, least))) ||
            (isOutermost &&
              (segments.some(({ offsets }) => isRepeated(offsets, leastCounted)) || isRunningHead(segments)))
          const isFirst = columnNames !== null && !shownNames.has(columnNames)
          if (isFurniture && isFirst) shownNames.add(columnNames)
          else if (isFurniture) rows.add(row)
          else isOutermost = false
        }
      }
      return rows
    })
  }
  const removed = furnitureRows((words) => unknown.add(words).has(words))
  if (unknown.size === 0) return withoutRows(pages, removed)
  for (const words of wordsIn(withoutRows(pages, removed))) unknown.delete(words)
  return withoutRows(
    pages,
    furnitureRows((words) => !unknown.has(words)),
  )
}

const withoutRows = (pages: readonly SegmentedPage[], rows: readonly Set<number>[]): SegmentedPage[] =>
  pages.map((page, index) =>
    rows[index]!.size === 0 ? page : { ...page, segments: page.segments.filter(({ row }) => !rows[index]!.has(row)) },
  )

/** Returns the words of each segment and row, and of lines of two rows, as of long headings. */
function* wordsIn(pages: readonly SegmentedPage[]): Generator<string> {
  for (const { segments } of pages) {
    let above = ''
    for (const cells of Map.groupBy(segments, ({ row }) => row).values()) {
      const texts = cells.map(segmentText)
      const text = texts.join(' ')
      yield wordsOf(text)
      yield wordsOf(`${above} ${text}`)
      if (texts.length > 1) yield* texts.map(wordsOf)
      above = text
    }
  }
}

/** The number of a chapter or section. */
const sectionNumber = /^\s*\d{1,3}(?:\.\d{1,3})*\.?(?=\s)/

/** Returns the letters and figures of a text, without the number of a section in front. */
const wordsOf = (text: string): string =>
  text
    .slice(0, textMaxLength)
    .replace(sectionNumber, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Returns on how many pages each key is found. */
function countsOf(edges: readonly (readonly EdgeRow[])[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const rows of edges) {
    const keys = rows
      .flat()
      .flatMap(({ segments, isApart }) =>
        segments.flatMap(({ texts, offsets }) => [...texts, ...offsets, ...(isApart ? texts.map(apartKey) : [])]),
      )
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Returns the key of a text in rows that are set apart. */
const apartKey = (key: string): string => `apart ${key}`

/** Returns the rows at the top and at the bottom, each from the outermost row inwards. */
function edgesOf({ segments, height }: SegmentedPage, page: number): [EdgeRow[], EdgeRow[]] {
  // Rows are numbered from the top.
  const rows = [...Map.groupBy(segments, (segment) => segment.row)].toSorted(([one], [other]) => one - other)
  const isAtTop = ({ y }: Segment): boolean => y < height * margin
  const isAtBottom = ({ y }: Segment): boolean => y > height * (1 - margin)
  const edgeRow = (at: number, inwards: 1 | -1): EdgeRow => {
    const [row, cells] = rows[at]!
    const next = rows[at + inwards]?.[1] ?? []
    const isNamed = inwards === 1 && areColumnNames(cells, next)
    return {
      row,
      segments: cells.length > rowSegmentsMax ? [] : cells.map((cell) => keysOf(cell, page, cells.length === 1)),
      columnNames: isNamed ? cells.map(segmentText).join('\n') : null,
      isApart: isApartFrom(cells, next),
    }
  }
  const indexes = [...rows.keys()]
  const top = indexes.slice(0, edgeRows).filter((at) => rows[at]![1].every(isAtTop))
  const bottom = indexes.slice(-edgeRows).filter((at) => rows[at]![1].every(isAtBottom))
  return [top.map((at) => edgeRow(at, 1)), bottom.toReversed().map((at) => edgeRow(at, -1))]
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

/**
 * Returns whether the next row is no row of a table with these cells: one of its segments spans the gap between two of
 * them, or its only segment is at a distance.
 */
function isApartFrom(cells: readonly Segment[], next: readonly Segment[]): boolean {
  const sorted = cells.toSorted(byLeft)
  const spansGap = ({ left, right }: Segment): boolean =>
    sorted.some((cell, at) => at > 0 && left < sorted[at - 1]!.right && right > cell.left)
  if (next.some(spansGap)) return true
  const [only, ...others] = next
  const cell = sorted[0]
  if (only === undefined || others.length > 0 || cell === undefined) return false
  return Math.abs(only.y - cell.y) > apartDistanceMin * cell.size
}

/** What is between the number of a page and that of all pages. */
const ofTotal = '(?:of|von|de|sur|di|van|из)'
const bareNumber = new RegExp(
  String.raw`^(?:page|seite|p\.|pag\.|página|pagina|стр\.?)?[\s|–—-]*(?:\d{1,4}|[ivxlc]{1,7})(?:[\s/|–—-]*(?:${ofTotal}\s*)?\d{1,4})?[\s|–—-]*$`,
  'i',
)
/** A page number with the number of all pages behind it, at the end of other text. */
const numberOfTotal = new RegExp(String.raw`(?<!\d[.,])\b\d{1,4}(?=\s*(?:/|${ofTotal})\s*\d{1,4}$)`, 'i')
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
    words: wordsOf(text),
    texts: textsOf(text, page, isAlone).flatMap(placed),
    offsets: offsetsOf(text, page, isNote).flatMap(placed),
    isWorded: !bareNumber.test(text) && count(text, /\p{L}/gu) > count(text, /\d/g),
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

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
  // Behind the number of the page can be that of all pages, or a dash.
  const inside = bareNumber.test(text) ? /\d{1,4}/.exec(text)?.[0] : numberOfTotal.exec(text)?.[0]
  return [...new Set([first, last, inside])]
    .filter((figures) => figures !== undefined)
    .map((figures) => `page ${Number(figures) - page}`)
}
