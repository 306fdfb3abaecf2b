/**
 * How many page slots a process gives out. While its event loop is saturated, additional pages only wait in the loop and
 * delay everything else in it: status reads, heartbeats, the steps of other jobs. With fewer pages in flight the same
 * number of pages ends per second, and the others wait in the queue for slots, where tenants take turns. Two pages of a
 * fast site may be enough to saturate a loop; with slow sites it has idle time however many pages are in flight.
 */
import { pacingLimits, sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { isSaturated, type LoopWindow } from './event-loop-lag.ts'

/** Measurements of one window of the event loop. */
export interface SlotWindow extends LoopWindow {
  /** Page slots during the window. */
  capacity: number
  /** Slots held by pages at the end of the window. */
  running: number
  /** Slices that wait for a slot. */
  queued: number
}

/**
 * Returns the number of page slots for the next window: a share of those in use while the loop is saturated, the smaller
 * the later the loop is, and a few more while slices wait for one and the loop has idle time.
 * @param max page slots allowed by memory; the result is at least `pageSlotsSaturatedMin`, or `max` when that is lower.
 */
export function nextPageSlots({ capacity, running, queued, ...loop }: SlotWindow, max: number): number {
  const { pageSlotsSaturatedMin, pageSlotsGrowMin, pageSlotsGrowShare, pageSlotsGrowBusyShare } = sliceLimits
  if (isSaturated(loop)) {
    const fewer = Math.floor(Math.min(capacity, running) * fallShare(loop.lagMs))
    return Math.min(capacity, Math.max(fewer, Math.min(max, pageSlotsSaturatedMin)))
  }
  if (queued === 0 || loop.busyShare >= pageSlotsGrowBusyShare) return capacity
  return Math.min(max, capacity + Math.max(pageSlotsGrowMin, Math.floor(capacity * pageSlotsGrowShare)))
}

function fallShare(lagMs: number): number {
  const { pageSlotsFallShare, pageSlotsFallShareMin } = sliceLimits
  return Math.max(pageSlotsFallShareMin, Math.min(pageSlotsFallShare, pacingLimits.lagSaturatedMs / lagMs))
}
