/** Whether a process may admit another slice, judged by its memory, its event loop and the queue for page slots. */
import { getHeapStatistics } from 'node:v8'
import { totalmem } from 'node:os'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { EventLoopLag } from './event-loop-lag.ts'
import type { SliceResources } from './slice-resources.ts'

/**
 * Share of the available memory in use, 0 to 1: of the heap limit or of the process limit, whichever share is larger.
 */
export function memoryShare(): number {
  const { used_heap_size: heapUsed, heap_size_limit: heapLimit } = getHeapStatistics()
  return Math.max(heapUsed / heapLimit, process.memoryUsage.rss() / memoryLimitBytes())
}

/** Memory the process may use, in bytes: the limit of its container, or the memory of the machine. */
export function memoryLimitBytes(): number {
  // Without a limit the value is 0, or larger than the memory of the machine.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Highest number of job pages in flight for a process with this memory limit. */
export const pageSlotsFor = (limitBytes: number): number =>
  Math.max(
    sliceLimits.pageSlotsMin,
    Math.min(sliceLimits.pageSlotsMax, Math.floor(limitBytes / sliceLimits.memoryPerPageBytes)),
  )

/**
 * Returns whether another slice may start in this process. Slices that wait for their hosts cost only memory and do not
 * count. When many slices are queued for page slots, the next slice is better placed on another worker.
 * @param memory share of the memory in use, 0 to 1.
 */
export const mayAdmitSlice = (
  resources: SliceResources,
  lag: Pick<EventLoopLag, 'isBehind'>,
  memory: () => number = memoryShare,
): boolean =>
  resources.pages.state().queued < sliceLimits.slicesQueuedMax &&
  !lag.isBehind() &&
  memory() < sliceLimits.memoryShareMax
