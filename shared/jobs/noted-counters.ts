/** Counts pages by their notes, for a job whose frontier cannot be read: these are the pages reported to its caller. */
import type { NumberedNote } from '../api/schemas/page-note.ts'
import { noteLimits } from '../config/notify-limits.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { StoreUnavailableError, type Store } from '../storage/object-store.ts'
import { createPageNotes } from './page-notes.ts'

/** Returns the notes before the first damaged one. @throws StoreUnavailableError */
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

/**
 * Returns counters based on the notes: a page has a note exactly when it counts as completed or failed.
 * @throws StoreUnavailableError when the store is unavailable.
 */
export async function notedCounters(
  store: Pick<Store, 'get' | 'list'>,
  job: JobRef,
): Promise<{ total: number; completed: number; failed: number }> {
  const notes = await readableNotes(store, job)
  const completed = notes.filter(({ note }) => note.success).length
  return { total: notes.length, completed, failed: notes.length - completed }
}
