/** Whether a process has room for another slice: memory, its event loop, and the line for page slots say so. */
import { getHeapStatistics } from 'node:v8'
import { totalmem } from 'node:os'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { EventLoopLag } from './event-loop-lag.ts'
import type { SliceRoom } from './slice-room.ts'

/** Of memory that the process may have, the share it has taken, 0 to 1: of its heap or of the whole, whichever is more. */
export function memoryShare(): number {
  const { used_heap_size: heapUsed, heap_size_limit: heapLimit } = getHeapStatistics()
  return Math.max(heapUsed / heapLimit, process.memoryUsage.rss() / memoryLimitBytes())
}

/** Bytes that the process may have: the limit of its container, or the memory of the machine. */
export function memoryLimitBytes(): number {
  // Without a limit the value is 0, or larger than the memory of the machine.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Pages of jobs that a process with this much memory has in flight at most. */
export const pageSlotsFor = (limitBytes: number): number =>
  Math.max(
    sliceLimits.pageSlotsMin,
    Math.min(sliceLimits.pageSlotsMax, Math.floor(limitBytes / sliceLimits.memoryPerPageBytes)),
  )

/**
 * Whether another slice may begin here. Slices that wait for their hosts cost only memory and do not
 * count; with many in line for page slots, another worker is the better place for the next one.
 * @param memory share of the memory that is taken, 0 to 1.
 */
export const mayAdmitSlice = (
  room: SliceRoom,
  lag: Pick<EventLoopLag, 'isBehind'>,
  memory: () => number = memoryShare,
): boolean =>
  room.pages.state().queued < sliceLimits.slicesInLineMax && !lag.isBehind() && memory() < sliceLimits.memoryShareMax
