/** Notes of a job whose frontier cannot be read: what its callers have been told of its pages. */
import type { NumberedNote } from '../api/schemas/page-note.ts'
import { noteLimits } from '../config/notify-limits.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { StoreUnavailableError, type Store } from '../storage/object-store.ts'
import { createPageNotes } from './page-notes.ts'

/** Notes up to the first that is damaged. @throws StoreUnavailableError */
export async function readableNotes(store: Pick<Store, 'get' | 'list'>, job: JobRef): Promise<NumberedNote[]> {
  const notes: NumberedNote[] = []
  const reader = createPageNotes(store)
  for (;;) {
    try {
      const more = await reader.read(job, notes.length, noteLimits.notesPerObject)
      if (more.length === 0) return notes
      notes.push(...more)
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error
      return notes
    }
  }
}

/** Counters by the notes: a page has one exactly when it counts as completed or failed. @throws StoreUnavailableError */
export async function notedCounters(
  store: Pick<Store, 'get' | 'list'>,
  job: JobRef,
): Promise<{ total: number; completed: number; failed: number }> {
  const notes = await readableNotes(store, job)
  const completed = notes.filter(({ note }) => note.success).length
  return { total: notes.length, completed, failed: notes.length - completed }
}
