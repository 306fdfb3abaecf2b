/** Deletes tickets of jobs that are no longer running: a job that ended abnormally has not deleted its own. */
import { jobLimits, retentionLimits, storeLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { jobOfTicket, runningTicketsPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { countTrue } from './count-true.ts'

/** Longest time a job can take: its largest time budget plus the time archives may take; milliseconds. */
export const longestRunMs = jobLimits.scheduleToCloseTimeoutSecsMax * 1_000 + temporalLimits.finaliseTimeoutMs

/**
 * Deletes tickets of jobs that have their final status, or are older than any job can run.
 * @param after the last ticket that was checked; null: from the first one.
 * @param nowMs epoch milliseconds.
 * @returns how many were deleted, and the last one checked; null when there are no more.
 * @throws StoreUnavailableError; calling again continues.
 */
export async function sweepTickets(
  store: Store,
  after: string | null,
  nowMs: number,
): Promise<{ deleted: number; after: string | null }> {
  const max = Math.min(retentionLimits.foldersPerCallMax, storeLimits.keysPerCall)
  const tickets = await store.listObjects(runningTicketsPrefix, after === null ? { max } : { after, max })
  const deleted = await countTrue(tickets, async ({ key, lastModifiedMs }) => {
    const job = jobOfTicket(key)
    const isOver = job === null || lastModifiedMs < nowMs - longestRunMs || (await store.get(statusKey(job))) !== null
    if (isOver) await store.delete([key])
    return isOver
  })
  return { deleted, after: tickets.length < max ? null : tickets.at(-1)!.key }
}
