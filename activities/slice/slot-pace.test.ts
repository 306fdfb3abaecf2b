import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pacingLimits, sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { nextPageSlots, type SlotWindow } from './slot-pace.ts'

const max = 128
const late = pacingLimits.lagSaturatedMs
const saturated = { lagMs: late, busyShare: 1, queued: 5, jobs: 2 }
const inTime = { lagMs: 1, busyShare: 0.8, queued: 5, jobs: 2 }

/** Slots after this many windows in which every slot is in use. */
function slotsAfter(windows: number, window: Omit<SlotWindow, 'capacity' | 'running'>, capacity: number): number {
  let slots = capacity
  for (let at = 0; at < windows; at += 1) {
    slots = nextPageSlots({ ...window, capacity: slots, running: slots }, max)
  }
  return slots
}

describe('page slots of several jobs', () => {
  it('are a share of those in use while the event loop is saturated, down to a bound', () => {
    assert.equal(nextPageSlots({ ...saturated, capacity: 100, running: 100 }, max), 70)
    assert.equal(nextPageSlots({ ...saturated, capacity: 100, running: 40 }, max), 28)
    assert.equal(slotsAfter(20, saturated, 64), sliceLimits.pageSlotsSaturatedMin)
    assert.equal(nextPageSlots({ ...saturated, capacity: 1, running: 1 }, 1), 1)
  })

  it('are a smaller share the later the loop is', () => {
    assert.equal(nextPageSlots({ ...saturated, lagMs: late * 2, capacity: 100, running: 100 }, max), 50)
    assert.equal(nextPageSlots({ ...saturated, lagMs: late * 20, capacity: 100, running: 100 }, max), 40)
  })

  it('stay when a loop with idle time is late, or hardly a page is in flight: pages are not the cause', () => {
    const idle = { ...saturated, lagMs: late * 5, busyShare: 0.91 }
    assert.equal(nextPageSlots({ ...idle, capacity: 100, running: 100 }, max), 100)
    for (let running = 0; running <= sliceLimits.pageSlotsSaturatedMin; running += 1) {
      assert.equal(nextPageSlots({ ...saturated, lagMs: late * 20, capacity: 64, running }, max), 64)
    }
  })

  it('are more again once the loop has idle time and slices wait, up to what memory allows', () => {
    assert.equal(nextPageSlots({ ...inTime, capacity: 2, running: 2 }, max), 3)
    assert.equal(nextPageSlots({ ...inTime, capacity: 80, running: 80 }, max), 90)
    assert.equal(nextPageSlots({ ...inTime, capacity: 126, running: 126 }, max), max)
    assert.equal(nextPageSlots({ ...inTime, queued: 0, capacity: 12, running: 12 }, max), 12)
    assert.equal(nextPageSlots({ ...inTime, busyShare: 0.93, capacity: 12, running: 12 }, max), 12)
  })

  it('become a few again in a loop that other work keeps busy', () => {
    const busy = { ...inTime, lagMs: late - 1, busyShare: 1 }
    assert.equal(slotsAfter(50, busy, 2), sliceLimits.pageSlotsBusyGrowMax)
    assert.equal(nextPageSlots({ ...busy, capacity: 3, running: 3 }, 3), 3)
  })
})

describe('page slots of a single job', () => {
  const one = { jobs: 1, queued: 1 }

  it('stay in a loop that is as late as pages of a fast site make it', () => {
    for (const lagMs of [late, late * 2]) {
      assert.equal(slotsAfter(20, { ...saturated, ...one, lagMs, queued: 0 }, 64), 64)
      assert.ok(slotsAfter(20, { ...saturated, ...one, lagMs }, 64) > 64, 'more while its slices wait')
    }
  })

  it('are fewer in a loop that is much later, but not as few as of several', () => {
    const lagMs = sliceLimits.pageSlotsLagOfOneMs
    assert.equal(nextPageSlots({ ...saturated, ...one, lagMs, capacity: 100, running: 100 }, max), 70)
    assert.equal(slotsAfter(50, { ...saturated, ...one, lagMs: lagMs * 10 }, 64), sliceLimits.pageSlotsMinOfOne)
    assert.equal(slotsAfter(50, { ...saturated, ...one, lagMs: lagMs * 10, busyShare: 0.9 }, 64), max)
  })

  it('are back at once where several have had fewer, and then grow fast', () => {
    assert.equal(nextPageSlots({ ...inTime, jobs: 1, queued: 0, capacity: 2, running: 2 }, max), 6)
    assert.equal(nextPageSlots({ ...saturated, lagMs: 500, jobs: 1, capacity: 2, running: 2 }, max), 6)
    assert.equal(nextPageSlots({ ...inTime, jobs: 1, queued: 0, capacity: 2, running: 2 }, 4), 4)
    assert.ok(slotsAfter(15, { ...inTime, jobs: 1 }, 2) >= 64)
  })

  it('are never fewer than the lag alone would leave it', () => {
    // The rule for a process of which only the lag is known.
    const byLag = (capacity: number, lagMs: number): number =>
      lagMs < 20
        ? Math.min(max, capacity + Math.max(4, Math.floor(capacity / 8)))
        : capacity <= 6
          ? capacity
          : Math.max(6, Math.floor(capacity * 0.7))
    for (let capacity = 1; capacity <= max; capacity += 1) {
      for (const lagMs of [0, 5, late, 15, 20, 50, 500]) {
        for (const busyShare of [0.2, 0.9, 1]) {
          const slots = nextPageSlots({ ...one, lagMs, busyShare, capacity, running: capacity }, max)
          assert.ok(slots >= byLag(capacity, lagMs), `${capacity} slots, ${lagMs} ms late: ${slots}`)
        }
      }
    }
  })
})
