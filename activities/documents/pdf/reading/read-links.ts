/** Reads the links of many pages at once, because pdf.js reads the text of a page again when asked page by page. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { linkAreas, withLinks } from './link-areas.ts'
import type { PageContent } from './read-page.ts'

/** Annotation type number of links in pdf.js. */
const linkType = 2
/** Number of pages per request. */
const batchPages = 50
/** Page limit: every request walks all pages of the document, and a broken document can claim any number. */
const pagesMax = 10_000

/**
 * Sets the links on the runs of the pages.
 * @param deadlineMs monotonic time after which the remaining pages get no links.
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
