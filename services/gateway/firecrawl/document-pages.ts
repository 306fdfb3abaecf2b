/** Reads the finished pages of a job as documents need them: with all formats of the job, and with their metadata. */
import type { FinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import { cursorOf, positionOf } from '@seine/shared/jobs/ledger-cursor.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import { ownJob } from '../jobs/own-job.ts'
import type { ResultStore } from '../jobs/result-store.ts'
import { readListPage } from '../jobs/stored-list.ts'
import { isWholeList, recordedPages } from '../pages/pages-end.ts'
import { pageEntry, pageFacts } from '@seine/activities/segments/pages/page-entry.ts'
import type { DocumentPage, DocumentPagesReader } from './job-documents.ts'

export interface DocumentPagesPorts {
  store: ResultStore
  pages: Pick<FinishedPages, 'after'>
  /** Lifetime of links to screenshots, seconds. */
  linkLifetimeSecs: number
}

/** Creates the reader. Positions are those of `GET .../pages`. */
export function createDocumentPages({
  store,
  pages: source,
  linkLifetimeSecs,
}: DocumentPagesPorts): DocumentPagesReader {
  const linkTo = (key: string) => store.presign(key, 'screenshot.png', 'image/png', linkLifetimeSecs)
  return {
    async check(question, cursor) {
      await ownJob(question, store)
      await readListPage('pages', Promise.try(positionOf, `${question.id}/pages`, cursor))
    },
    async read(question, cursor, { pagesMax, charactersEnough }) {
      const { id } = question
      const { output } = await ownJob(question, store)
      const list = `${id}/pages`
      const after = await readListPage('pages', Promise.try(positionOf, list, cursor))
      // In this order: a job with a record finishes no more pages.
      const recorded = await recordedPages(store, question)
      const pages: DocumentPage[] = []
      let characters = 0
      let atEnd = false
      const found = source.after(question, after, pagesMax)
      // Looked at after each page: a hundred large pages would fill the memory of the gateway.
      while (characters < charactersEnough) {
        const next = await withinDeadline('reading a page', found.next())
        if (next.done === true) {
          atEnd = pages.length < pagesMax
          break
        }
        const { index, ...entry } = await pageEntry(next.value, output, linkTo)
        // Links differ at every read, so clients need another way to recognise a document.
        const page = { ...entry, id: `${id}/${index}`, ...pageFacts(next.value) }
        pages.push(page)
        if (page.success) characters += JSON.stringify(page).length
      }
      const position = cursorOf(list, after + pages.length)
      const complete = atEnd && recorded !== null && isWholeList(question, after, pages.length, recorded)
      return { pages, cursor: position, complete, characters }
    },
  }
}
