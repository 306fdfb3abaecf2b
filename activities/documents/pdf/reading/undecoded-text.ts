/** Detects text that is drawn but cannot be decoded because character maps are missing. */
import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { readingTimeMs } from '../../../threads/reading-time.ts'

/** Number of pages checked; drawing operations of a page take as long to read as its text. */
const pagesLookedAt = 3

/**
 * Returns whether pages without readable text draw text.
 * @param deadlineMs time (`readingTimeMs`) at which the search ends.
 */
export async function drawsText(document: PDFDocumentProxy, deadlineMs: number): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  for (let number = 1; number <= Math.min(pagesLookedAt, document.numPages); number++) {
    if (readingTimeMs() > deadlineMs) return false
    const page = await document.getPage(number).catch(() => null)
    const operations = await page?.getOperatorList().catch(() => null)
    page?.cleanup()
    if (operations?.fnArray.includes(OPS.showText) === true) return true
  }
  return false
}
