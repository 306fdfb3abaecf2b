/**
 * How many page slots a process gives out. While its event loop is behind, additional pages only wait in the loop and
 * delay everything else in it: status reads, heartbeats, the steps of other jobs. With fewer pages in flight the same
 * number of pages ends per second, and the others wait in the queue for slots, where tenants take turns.
 */
import { pacingLimits, sliceLimits } from '@seine/shared/config/slice-limits.ts'

/** Measurements of one window of the event loop. */
export interface SlotWindow {
  /** Page slots during the window. */
  capacity: number
  /** Slots held by pages at the end of the window. */
  running: number
  /** Slices that wait for a slot. */
  queued: number
  /** Whether the event loop was behind. */
  isBehind: boolean
}

/**
 * Returns the number of page slots for the next window: a share of those in use while the loop is behind, and a few
 * more while slices wait for one and the loop keeps up.
 * @param max page slots allowed by memory; the result is at least `pageSlotsBehindMin`, or `max` when that is lower.
 */
export function nextPageSlots({ capacity, running, queued, isBehind }: SlotWindow, max: number): number {
  const { pageSlotsBehindMin, pageSlotsGrowMin, pageSlotsGrowShare } = sliceLimits
  if (isBehind) {
    // This few pages cannot be the cause of the lag.
    if (running <= pageSlotsBehindMin) return capacity
    const fewer = Math.floor(Math.min(capacity, running) * pacingLimits.lagFallFactor)
    return Math.min(capacity, Math.max(fewer, Math.min(max, pageSlotsBehindMin)))
  }
  if (queued === 0) return capacity
  return Math.min(max, capacity + Math.max(pageSlotsGrowMin, Math.floor(capacity * pageSlotsGrowShare)))
}
