/** Recognises pages that are pictures of text: scans without a layer of recognised text. */
import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { picturesOf } from './picture-areas.ts'
import { readingTimeMs } from '../../../threads/reading-time.ts'

/** Number of pages looked at; their drawing operations take as long to read as a text. */
const pagesLookedAt = 3
/** A picture of at least this share of the page's width and height is the page. */
const shareMin = 0.5

/**
 * Returns whether one of the first pages without text is filled by a picture.
 * @param numbers of the pages without text, from 1.
 * @param deadlineMs time (`readingTimeMs`) at which the search ends.
 */
export async function hasScans(
  document: PDFDocumentProxy,
  numbers: readonly number[],
  deadlineMs: number,
): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  for (const number of numbers.slice(0, pagesLookedAt)) {
    if (readingTimeMs() > deadlineMs) return false
    const page = await document.getPage(number).catch(() => null)
    const operations = await page?.getOperatorList().catch(() => null)
    const [left = 0, bottom = 0, right = 0, top = 0] = page?.view ?? []
    page?.cleanup()
    if (operations === null || operations === undefined) continue
    const side = shareMin * Math.min(right - left, top - bottom)
    if (picturesOf(operations, OPS).some(({ width, height }) => width >= side && height >= side)) return true
  }
  return false
}
