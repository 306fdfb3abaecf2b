/**
 * How many page slots a process gives out. While its event loop is behind, further pages only wait in the loop, and
 * everything else with them: status reads, heartbeats, the steps of other jobs. Fewer pages at a time end as many
 * pages a second, and what waits does so in the line for slots, where tenants take turns.
 */
import { pacingLimits, sliceLimits } from '@seine/shared/config/slice-limits.ts'

/** What a window of the event loop has shown. */
export interface SlotWindow {
  /** Page slots of the window. */
  capacity: number
  /** Of these, the ones that pages hold at its end. */
  running: number
  /** Slices that wait for a slot. */
  queued: number
  /** The event loop was behind. */
  isBehind: boolean
}

/**
 * Page slots for the next window: a share of those in use while the loop is behind, and a few more while slices wait
 * for one and the loop is in time.
 * @param max page slots by memory; the result is at least `pageSlotsBehindMin`, or `max` where that is less.
 */
export function nextPageSlots({ capacity, running, queued, isBehind }: SlotWindow, max: number): number {
  const { pageSlotsBehindMin, pageSlotsGrowMin, pageSlotsGrowShare } = sliceLimits
  if (isBehind) {
    // So few pages are not what it is late for.
    if (running <= pageSlotsBehindMin) return capacity
    const fewer = Math.floor(Math.min(capacity, running) * pacingLimits.lagFallFactor)
    return Math.min(capacity, Math.max(fewer, Math.min(max, pageSlotsBehindMin)))
  }
  if (queued === 0) return capacity
  return Math.min(max, capacity + Math.max(pageSlotsGrowMin, Math.floor(capacity * pageSlotsGrowShare)))
}
