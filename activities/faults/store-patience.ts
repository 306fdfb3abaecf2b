/** Writes of a slice while the store does not answer: what has been loaded is kept for some time, not loaded again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'

/** How long a write is repeated. */
export interface StorePatience {
  /** Milliseconds; 0 = it is tried once. */
  patienceMs: number
  /** Of the slice: one that stops waits no longer. */
  signal: AbortSignal
}

/**
 * Repeats a write while the store is away.
 * @param write may be repeated without harm.
 * @throws StoreUnavailableError when the time is over or the slice stops; whatever else the write throws, at once.
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
