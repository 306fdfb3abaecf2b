/** Text that is drawn but cannot be told: its fonts name character maps that are missing, or none at all. */
import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'

/** Drawing operations of a page cost as much as its text: a few pages tell. */
const pagesLookedAt = 3

/**
 * Whether pages without readable text draw text all the same.
 * @param deadlineMs monotonic time at which the search ends.
 */
export async function drawsText(document: PDFDocumentProxy, deadlineMs: number): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  for (let number = 1; number <= Math.min(pagesLookedAt, document.numPages); number++) {
    if (performance.now() > deadlineMs) return false
    const page = await document.getPage(number).catch(() => null)
    const operations = await page?.getOperatorList().catch(() => null)
    page?.cleanup()
    if (operations?.fnArray.includes(OPS.showText) === true) return true
  }
  return false
}
