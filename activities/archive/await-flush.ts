/** Waits for running slices to store their results after the time budget of a job has ended; they do so unprompted. */
import { setTimeout as sleep } from 'node:timers/promises'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { begunPrefix, segmentPrefix, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'

/** The clock of a wait. */
export interface WaitClock {
  /** Milliseconds that only increase. */
  nowMs: () => number
  sleep: (ms: number) => Promise<unknown>
}

const machineClock: WaitClock = { nowMs: () => performance.now(), sleep: async (ms) => await sleep(ms) }

/**
 * Waits until every slice that has begun a page has stored its result.
 * @param slices the slices that were running.
 * @param mostMs longest wait, milliseconds. It is measured here: the clock of the workflow may differ.
 * @param clock for tests. @default the clock of the process
 * @throws StoreUnavailableError
 */
export async function awaitFlush(
  store: Store,
  job: JobRef,
  slices: Iterable<number>,
  mostMs: number,
  clock: WaitClock = machineClock,
): Promise<void> {
  const endsAtMs = clock.nowMs() + mostMs
  const waiting = new Set(slices)
  for (;;) {
    await Promise.all(
      [...waiting].map(async (slice) => {
        if (!(await isUnderWay(store, job, slice))) waiting.delete(slice)
      }),
    )
    if (waiting.size === 0 || clock.nowMs() >= endsAtMs) return
    await clock.sleep(temporalLimits.flushPollMs)
  }
}

/**
 * Returns true for a slice that has begun pages and stored no result. A slice that no worker picked up never stores
 * one.
 */
async function isUnderWay(store: Store, job: JobRef, slice: number): Promise<boolean> {
  if ((await store.list(sliceResultKey(job, slice))).length > 0) return false
  const [marks, segments] = await Promise.all([
    store.list(begunPrefix(job, slice), { max: 1 }),
    store.list(segmentPrefix(job, slice), { max: 1 }),
  ])
  return marks.length + segments.length > 0
}
