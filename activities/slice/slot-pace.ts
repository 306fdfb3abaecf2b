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
  /** Jobs that have pages in flight or wait for a slot. */
  jobs: number
}

/**
 * Returns the number of page slots for the next window: a share of those in use while the loop is saturated, and a few
 * more while slices wait for one and the loop has idle time. A job that no other job waits beside keeps more slots and
 * gets them back faster: its pages delay only itself.
 * @param max page slots allowed by memory.
 */
export function nextPageSlots(window: SlotWindow, max: number): number {
  return window.jobs > 1 ? sharedSlots(window, max) : slotsOfOne(window, max)
}

/** Several jobs use the slots: the smaller a share remains, the later the loop is. */
function sharedSlots({ capacity, running, queued, ...loop }: SlotWindow, max: number): number {
  const { pageSlotsSaturatedMin, pageSlotsGrowMin, pageSlotsGrowBusyShare, pageSlotsBusyGrowMax } = sliceLimits
  if (isSaturated(loop)) return fewerSlots({ capacity, running }, pageSlotsSaturatedMin, fallShare(loop.lagMs))
  if (queued === 0) return capacity
  if (loop.busyShare < pageSlotsGrowBusyShare) return moreSlots(capacity, pageSlotsGrowMin, max)
  // Other work may keep the loop this busy forever.
  return capacity < pageSlotsBusyGrowMax ? Math.min(max, capacity + 1) : capacity
}

function slotsOfOne({ capacity, running, queued, lagMs, busyShare }: SlotWindow, max: number): number {
  const { pageSlotsLagOfOneMs, pageSlotsMinOfOne, pageSlotsGrowMinOfOne, pageSlotsFallShare } = sliceLimits
  const atLeast = Math.max(capacity, Math.min(max, pageSlotsMinOfOne))
  if (lagMs >= pageSlotsLagOfOneMs && busyShare >= pacingLimits.busyShareSaturated) {
    return fewerSlots({ capacity: atLeast, running }, pageSlotsMinOfOne, pageSlotsFallShare)
  }
  return queued === 0 ? atLeast : moreSlots(atLeast, pageSlotsGrowMinOfOne, max)
}

/** With `least` pages or fewer in flight, pages are not the cause of a saturated loop. */
function fewerSlots({ capacity, running }: Pick<SlotWindow, 'capacity' | 'running'>, least: number, share: number) {
  if (running <= least) return capacity
  return Math.min(capacity, Math.max(Math.floor(Math.min(capacity, running) * share), least))
}

const moreSlots = (capacity: number, least: number, max: number): number =>
  Math.min(max, capacity + Math.max(least, Math.floor(capacity * sliceLimits.pageSlotsGrowShare)))

function fallShare(lagMs: number): number {
  const { pageSlotsFallShare, pageSlotsFallShareMin } = sliceLimits
  return Math.max(pageSlotsFallShareMin, Math.min(pageSlotsFallShare, pacingLimits.lagSaturatedMs / lagMs))
}
