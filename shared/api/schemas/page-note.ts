/**
 * The note that webhooks and server-sent events send as soon as a page has finished. It is small on purpose: the
 * content is in the archives.
 */
import { Type, type Static } from 'typebox'

export const pageNoteSchema = Type.Object({
  index: Type.Integer({
    minimum: 0,
    description: 'Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery.',
  }),
  url: Type.String(),
  finalUrl: Type.Union([Type.String(), Type.Null()], { description: 'Where redirects ended; null without an answer.' }),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status; null without an answer.' }),
  success: Type.Boolean(),
  error: Type.Union([Type.String(), Type.Null()]),
  errorCode: Type.Union([Type.String(), Type.Null()]),
  attempts: Type.Integer({ minimum: 0, description: 'How often the page was tried.' }),
})

/** One finished page. A page counts in `completed` or `failed` of its job exactly when it has a note. */
export type PageNote = Static<typeof pageNoteSchema>

/** Place of the record of a page: the name of its segment, and the position of the page in the list of its slice. */
export type RecordPlace = [segment: string, index: number]

/** What is stored about a finished page beside its note. */
export interface StoredPage {
  /** Number of links from the start page. */
  depth: number
  /** Null when the page has no record, or an older worker did not report it. */
  place: RecordPlace | null
  /** When the page was fetched, ISO 8601; null when it was not, or as above. */
  fetchedAt: string | null
}

/** A note with its number: the notes of a job are numbered from 1, in the order in which its pages were counted. */
export interface NumberedNote {
  number: number
  note: PageNote
  /** When the page was counted, epoch milliseconds; the same on every read. */
  atMs: number
  /** Absent in notes of older workers. */
  page?: StoredPage
}
