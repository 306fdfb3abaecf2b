/** Restores pages that earlier attempts at a slice made durable, so that they are not fetched again. */
import type { Store } from '@seine/shared/storage/object-store.ts'
import { cutOffCode } from './page-record.ts'
import { pageRecords, placedRecords } from './page-records.ts'
import type { SliceOutcomes } from './slice-outcomes.ts'
import type { SliceProgress } from './slice-progress.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'

/** Where the segments of a slice are stored, and the number of the current attempt. */
export interface RestoredSlice {
  /** Key prefix of its segments. */
  prefix: string
  /** Number of the attempt that begins now, from 1. */
  attempt: number
}

/** Rebuilds the outcomes of durable pages; pages whose records cannot be read go back to the frontier. */
export async function restorePages(
  store: Store,
  { prefix, attempt }: RestoredSlice,
  progress: SliceProgress,
  outcomes: SliceOutcomes,
): Promise<void> {
  const { segments } = progress
  for await (const { record, segment } of placedRecords(store, segments, () => undefined)) {
    outcomes.settle(record, segment)
  }
  if (attempt > 1) await findUnreported(store, prefix, new Set(segments), progress, outcomes)
}

/** Finds segments that a worker wrote but did not report in a heartbeat before it died. */
async function findUnreported(
  store: Store,
  prefix: string,
  reported: ReadonlySet<string>,
  progress: SliceProgress,
  outcomes: SliceOutcomes,
): Promise<void> {
  for (const key of await store.list(prefix)) {
    if (reported.has(key)) continue
    const open = new Set(progress.remaining())
    const found: PageRecord[] = []
    for await (const record of pageRecords(store, [key], () => undefined)) {
      if (open.has(record.index) && record.code !== cutOffCode) found.push(record)
    }
    if (found.length === 0) continue
    progress.durable(key, found)
    for (const record of found) outcomes.settle(record, progress.segments.length - 1)
  }
}
