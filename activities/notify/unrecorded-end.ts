/**
 * The end of a job for its notices: its record, or a status built from the notes of its pages when it has no record.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { NoticedEnd } from '@seine/shared/tasks/final-status.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { UnrecordedEnd } from '@seine/shared/temporal/shapes.ts'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import { notedCounters } from '@seine/shared/jobs/noted-counters.ts'

/**
 * Returns the end of a job; null while it has neither a record nor another end.
 * @throws StoreUnavailableError
 */
export async function endOf(
  store: Pick<Store, 'get' | 'getJson' | 'list'>,
  input: JobInput,
  unrecorded: UnrecordedEnd | null,
): Promise<NoticedEnd | null> {
  const record = await readRecord(store, input)
  if (record !== null || unrecorded === null) return record
  const { id, kind, tenant, url, limit, createdAt, tag } = input
  const { error, endedAtMs, status = 'failed' } = unrecorded
  return {
    id,
    kind,
    tenant,
    status,
    url,
    limit,
    createdAt,
    tag,
    ...(await notedCounters(store, input)),
    completedAt: new Date(endedAtMs).toISOString(),
    duration: Math.max(0, endedAtMs - Date.parse(createdAt)) / 1_000,
    expiresAt: null,
    error,
    warnings: [],
  }
}
