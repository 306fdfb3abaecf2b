/**
 * Marks of attempts that outlived their time at Temporal: their worker was late with a heartbeat, or Temporal was away.
 * Without them, these attempts would look like attempts that killed their worker.
 */
import { randomUUID } from 'node:crypto'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { attemptMarksPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'

export interface ActivityAttemptMarks {
  /** Records that an attempt is alive although Temporal has given it up. @throws StoreUnavailableError */
  add(): Promise<void>
  /** Returns the number of such attempts. @throws StoreUnavailableError */
  count(): Promise<number>
}

/** Returns the marks of one activity of a job. @param activity names it among all activities of the job. */
export function attemptMarks(store: Pick<Store, 'put' | 'list'>, job: JobRef, activity: string): ActivityAttemptMarks {
  const prefix = attemptMarksPrefix(job, activity)
  return {
    add: async () => await store.put(`${prefix}${randomUUID()}`, ''),
    count: async () => (await store.list(prefix)).length,
  }
}
