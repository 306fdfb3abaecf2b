/** Reads the links and fields of many pages at once, because pdf.js reads the text of a page again when asked page by page. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { fieldBudget, isSpent, withFields, type ShowsContent } from './form-fields.ts'
import { linkAreas, withLinks } from './link-areas.ts'
import type { PageContent } from './read-page.ts'
import { readingTimeMs } from '../../../threads/reading-time.ts'

/** Annotation type numbers of links and fields in pdf.js. */
const [linkType, fieldType] = [2, 20]
/** Number of pages per request: few at first, because the annotations of a page can be many. */
const [batchPagesMin, batchPagesMax] = [5, 50]
/** The next request is for more pages when the last one returned fewer annotations. */
const fewAnnotations = 500
/** Page limit: every request walks all pages of the document, and a broken document can claim any number. */
const pagesMax = 10_000

/**
 * Sets the links on the runs of the pages, and adds runs for filled fields.
 * @param deadlineMs time (`readingTimeMs`) after which the remaining pages get neither.
 */
export async function readLinks(
  document: PDFDocumentProxy,
  pages: readonly PageContent[],
  deadlineMs: number,
): Promise<void> {
  if (document.numPages > pagesMax) return
  const budget = fieldBudget(deadlineMs)
  const shows = await contentShown(document)
  let size = batchPagesMin
  for (let start = 0; start < pages.length && readingTimeMs() < deadlineMs;) {
    const batch = new Map(pages.slice(start, start + size).map((page) => [page.number - 1, page]))
    start += size
    const others = new Set(
      Array.from({ length: document.numPages }, (_, index) => index).filter((index) => !batch.has(index)),
    )
    const annotations: unknown[] = await document
      .getAnnotationsByType(new Set(isSpent(budget) ? [linkType] : [linkType, fieldType]), others)
      .catch(() => [])
    const found = annotations ?? []
    size = found.length < fewAnnotations ? Math.min(size * 2, batchPagesMax) : batchPagesMin
    const byPage = Map.groupBy(found, pageIndexOf)
    for (const [index, page] of batch) {
      if (readingTimeMs() > deadlineMs) return
      if (page.view === null) continue
      const own = byPage.get(index) ?? []
      const main = page.groups[0] ?? { runs: [], width: page.view.width, height: page.view.height }
      const linked = withLinks(main.runs, linkAreas(own, page.view))
      main.runs = withFields(linked, own.filter(isField), page.view, { budget, shows })
      if (page.groups.length === 0 && main.runs.length > 0) page.groups.push(main)
    }
  }
}

/** Returns which optional content the document shows; what cannot be decided is hidden. */
async function contentShown(document: PDFDocumentProxy): Promise<ShowsContent> {
  const config = await document.getOptionalContentConfig().catch(() => null)
  return (group) => {
    if (group === undefined || group === null) return true
    try {
      return config?.isVisible(group) === true
    } catch {
      return false
    }
  }
}

const isField = (annotation: unknown): boolean =>
  typeof annotation === 'object' && annotation !== null && 'fieldType' in annotation

const pageIndexOf = (annotation: unknown): unknown =>
  typeof annotation === 'object' && annotation !== null && 'pageIndex' in annotation ? annotation.pageIndex : null
