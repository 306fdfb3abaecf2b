/** Exports how long the slices of this process have made no progress. */
import { metrics, whenRead } from '@seine/shared/observability/metrics.ts'
import type { SliceStalls } from './slice-stalls.ts'

const running = new Set<Pick<SliceStalls, 'idleMs'>>()

whenRead(() => {
  const longestMs = running.values().reduce((longest, slice) => Math.max(longest, slice.idleMs()), 0)
  metrics.sliceIdleSeconds.set(longestMs / 1_000)
})

/** Includes a running slice in the metric. @returns a function that removes it. */
export function showProgress(slice: Pick<SliceStalls, 'idleMs'>): () => void {
  running.add(slice)
  return () => void running.delete(slice)
}
