/** The links of many pages at a time: asked for page by page, pdf.js reads the text of each once more. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { linkAreas, withLinks } from './link-areas.ts'
import type { PageContent } from './read-page.ts'

/** Type of a link among annotations, as pdf.js counts them. */
const linkType = 2
/** Pages asked for at once. */
const batchPages = 50
/** Every question goes through all pages of the document, of which a broken one claims any number. */
const pagesMax = 10_000

/**
 * Puts the links of the pages over their runs.
 * @param deadlineMs monotonic time after which the pages left get none.
 */
export async function readLinks(
  document: PDFDocumentProxy,
  pages: readonly PageContent[],
  deadlineMs: number,
): Promise<void> {
  if (document.numPages > pagesMax) return
  for (let start = 0; start < pages.length && performance.now() < deadlineMs; start += batchPages) {
    const batch = new Map(pages.slice(start, start + batchPages).map((page) => [page.number - 1, page]))
    const others = new Set(
      Array.from({ length: document.numPages }, (_, index) => index).filter((index) => !batch.has(index)),
    )
    const annotations: unknown[] = await document.getAnnotationsByType(new Set([linkType]), others).catch(() => [])
    const byPage = Map.groupBy(annotations ?? [], pageIndexOf)
    for (const [index, page] of batch) {
      const [main] = page.groups
      if (main === undefined || page.view === null) continue
      main.runs = withLinks(main.runs, linkAreas(byPage.get(index) ?? [], page.view))
    }
  }
}

const pageIndexOf = (annotation: unknown): unknown =>
  typeof annotation === 'object' && annotation !== null && 'pageIndex' in annotation ? annotation.pageIndex : null
