/** Reads the finished pages of a job with their records, while it runs and after it has ended. */
import type { NumberedNote } from '@seine/shared/api/schemas/page-note.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { segmentKeyOf } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { SegmentLookup } from '../segment-lookup.ts'
import { NoteNumbers } from './note-numbers.ts'

/** A finished page. */
export interface FinishedPageRead extends NumberedNote {
  /** Null when the page has no record, or its record cannot be read. */
  record: PageRecord | null
}

export interface FinishedPages {
  /**
   * Yields finished pages in the order of their notes, which never changes. Each record is read when its page is
   * asked for.
   * @param after number of the last known note; 0: from the first page on.
   * @param max largest number of pages.
   * @throws StoreUnavailableError
   */
  after(job: JobRef, after: number, max: number): AsyncGenerator<FinishedPageRead>
  /**
   * Returns one finished page; null when it has not finished or does not exist.
   * @param index of the page, as in its note.
   * @throws StoreUnavailableError
   */
  one(job: JobRef, index: number): Promise<FinishedPageRead | null>
}

/** Creates a reader that keeps a few segments and the numbers of the notes of a few jobs in memory. */
export function createFinishedPages(store: Pick<Store, 'get'>, notes: PageNotes): FinishedPages {
  const segments = new SegmentLookup(store)
  const numbers = new NoteNumbers(notes)

  const withRecord = async (job: JobRef, noted: NumberedNote): Promise<FinishedPageRead> => {
    const place = noted.page?.place ?? null
    const record = place === null ? null : await segments.record(segmentKeyOf(job, place[0]), place[1])
    return { ...noted, record }
  }

  return {
    async *after(job, after, max) {
      for (const noted of await notes.read(job, after, max)) yield await withRecord(job, noted)
    },
    async one(job, index) {
      const number = await numbers.of(job, index)
      const [noted] = number === null ? [] : await notes.read(job, number - 1, 1)
      return noted === undefined ? null : await withRecord(job, noted)
    },
  }
}
