/** The documents of a job: its successful pages, in parts, each followed by a cursor. */
import { cursorOf } from '@seine/shared/jobs/ledger-cursor.ts'
import type { JobQuestion } from '../jobs/job-status.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import { documentOf, type WirePage, type WireDocument } from '@seine/shared/firecrawl/document.ts'

/** A page of a job that has ended. */
export interface DocumentPage extends WirePage {
  success: boolean
}

/** A part of the list of finished pages, in the order in which they became durable. */
export interface DocumentPages {
  pages: DocumentPage[]
  /** Position after this part; null if none exists. */
  cursor: string | null
  /** True at the end of the list of a job that has ended. */
  complete: boolean
  /** Size of the successful pages, as JSON in UTF-16 code units. */
  characters: number
}

/** How much one read returns. */
export interface DocumentPagesBounds {
  pagesMax: number
  /** `characters` from which on no more pages are read: the page that reaches it is the last one. */
  charactersEnough: number
}

/** Reads finished pages of jobs with their results. */
export interface DocumentPagesReader {
  /** Checks a position without reading pages. @throws ApiError for an unknown job or a cursor of another list. */
  check(question: JobQuestion, cursor: string): Promise<void>
  /**
   * @throws ApiError for an unknown job or a cursor of another list; DamagedObjectError when the page at this position
   *   cannot be read; StoreUnavailableError.
   */
  read(question: JobQuestion, cursor: string | null, bounds: DocumentPagesBounds): Promise<DocumentPages>
}

export interface Documents {
  documents: WireDocument[]
  /** Position after these documents; null if none exists. */
  cursor: string | null
  /** True when the job has ended and there are no more documents. */
  complete: boolean
  /** True when the page at `cursor` cannot be read. */
  damaged: boolean
}

const documentsMax = 100

/** Size of the successful pages from which on no more are read, as JSON in UTF-16 code units. */
const charactersEnough = 5 * 1024 * 1024

/**
 * Reads documents after a position: at most 100, fewer when they are large. Failed pages are no documents.
 * @param cursor null: from the first one.
 * @throws ApiError for an unknown job or a cursor of another list; DamagedObjectError when the page at this cursor
 *   cannot be read; StoreUnavailableError.
 */
export async function readDocuments(
  question: JobQuestion,
  cursor: string | null,
  reader: DocumentPagesReader,
): Promise<Documents> {
  const documents: WireDocument[] = []
  let characters = 0
  let position = cursor
  for (;;) {
    const bounds = { pagesMax: documentsMax - documents.length, charactersEnough: charactersEnough - characters }
    const part = await reader.read(question, position, bounds).catch((error: unknown) => {
      // What comes before the damage is returned, with the first part the status; the next read, from here on, reports it.
      if (documents.length > 0 || cursor === null) return nullWhenDamaged(error)
      throw error
    })
    if (part === null) {
      return { documents, cursor: position ?? cursorOf(`${question.id}/pages`, 0), complete: false, damaged: true }
    }
    for (const page of part.pages) if (page.success) documents.push(documentOf(page))
    characters += part.characters
    position = part.cursor
    const ended = part.complete || part.pages.length === 0 || position === null
    if (ended || documents.length >= documentsMax || characters >= charactersEnough) {
      return { documents, cursor: position, complete: part.complete, damaged: false }
    }
  }
}
