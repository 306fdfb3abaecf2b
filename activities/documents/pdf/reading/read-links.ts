/** Reads the links and fields of many pages at once, because pdf.js reads the text of a page again when asked page by page. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { withFields } from './form-fields.ts'
import { linkAreas, withLinks } from './link-areas.ts'
import type { PageContent } from './read-page.ts'

/** Annotation type numbers of links and fields in pdf.js. */
const [linkType, fieldType] = [2, 20]
/** Number of pages per request. */
const batchPages = 50
/** Page limit: every request walks all pages of the document, and a broken document can claim any number. */
const pagesMax = 10_000

/**
 * Sets the links on the runs of the pages, and adds runs for filled fields.
 * @param deadlineMs monotonic time after which the remaining pages get neither.
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
    const annotations: unknown[] = await document
      .getAnnotationsByType(new Set([linkType, fieldType]), others)
      .catch(() => [])
    const byPage = Map.groupBy(annotations ?? [], pageIndexOf)
    for (const [index, page] of batch) {
      if (page.view === null) continue
      const own = byPage.get(index) ?? []
      const main = page.groups[0] ?? { runs: [], width: page.view.width, height: page.view.height }
      main.runs = withFields(withLinks(main.runs, linkAreas(own, page.view)), own, page.view)
      if (page.groups.length === 0 && main.runs.length > 0) page.groups.push(main)
    }
  }
}

const pageIndexOf = (annotation: unknown): unknown =>
  typeof annotation === 'object' && annotation !== null && 'pageIndex' in annotation ? annotation.pageIndex : null
