/**
 * Repeats the writes of a slice while the store does not answer: loaded pages are kept for some time, not loaded again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'

/** How long a write is repeated. */
export interface StorePatience {
  /** Milliseconds; 0 tries the write once. */
  patienceMs: number
  /** Signal of the slice: once it aborts, the write is no longer repeated. */
  signal: AbortSignal
}

/**
 * Repeats a write while the store is unavailable.
 * @param write an idempotent write.
 * @throws StoreUnavailableError when the time is over or the slice stops; any other error of the write, at once.
 */
export async function despiteAbsentStore<T>(
  write: () => Promise<T>,
  { patienceMs, signal }: StorePatience,
): Promise<T> {
  const endsAtMs = performance.now() + patienceMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      const isOver = signal.aborted || performance.now() >= endsAtMs
      if (!(error instanceof StoreUnavailableError) || isOver) throw error
    }
    await sleep(sliceLimits.storeRetryMs, undefined, { signal }).catch(() => undefined)
  }
}
