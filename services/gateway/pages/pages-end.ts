/** Finds the end of the finished pages of a job: a list of notes that ends earlier lacks an object. */
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { noteKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { ResultStore } from '../jobs/result-store.ts'

/**
 * Returns how many pages a job has finished according to its record; null when it has no record, 0 when its record
 * cannot be read. @throws StoreUnavailableError
 */
export async function recordedPages(store: Pick<ResultStore, 'getJson'>, job: JobRef): Promise<number | null> {
  try {
    const record = await store.getJson<FinalStatus>(statusKey(job))
    return record === null ? null : record.completed + record.failed
  } catch (error) {
    if (error instanceof DamagedObjectError) return 0
    throw error
  }
}

/**
 * Returns whether a read that returned fewer pages than it asked for has reached the end of the list.
 * @param after number of pages before the read. @param found number of pages that it returned.
 * @param recorded see `recordedPages`.
 * @throws DamagedObjectError when the list ends early and no page could be read at this position: the object with the
 *   note of the next page is missing.
 */
export function isWholeList(job: JobRef, after: number, found: number, recorded: number): boolean {
  if (after + found >= recorded) return true
  if (found > 0) return false
  throw new DamagedObjectError(noteKey(job, after + 1), 'it, or an object before it, is missing')
}
