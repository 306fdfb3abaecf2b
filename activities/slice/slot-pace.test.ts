import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pacingLimits, sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { nextPageSlots } from './slot-pace.ts'

const max = 128
const late = pacingLimits.lagSaturatedMs
const saturated = { lagMs: late, busyShare: 1, queued: 5 }
const inTime = { lagMs: 1, busyShare: 0.8, queued: 5 }

describe('page slots of the next window', () => {
  it('are a share of those in use while the event loop is saturated, down to a bound', () => {
    assert.equal(nextPageSlots({ ...saturated, capacity: 100, running: 100 }, max), 70)
    assert.equal(nextPageSlots({ ...saturated, capacity: 100, running: 40 }, max), 28)
    assert.equal(nextPageSlots({ ...saturated, capacity: 100, running: 1 }, max), sliceLimits.pageSlotsSaturatedMin)
    assert.equal(nextPageSlots({ ...saturated, capacity: 1, running: 1 }, 1), 1)
  })

  it('are a smaller share the later the loop is', () => {
    assert.equal(nextPageSlots({ ...saturated, lagMs: late * 2, capacity: 100, running: 100 }, max), 50)
    assert.equal(nextPageSlots({ ...saturated, lagMs: late * 20, capacity: 100, running: 100 }, max), 40)
  })

  it('stay when a loop with idle time is late: pages are not the cause', () => {
    assert.equal(nextPageSlots({ lagMs: late * 5, busyShare: 0.91, queued: 5, capacity: 100, running: 100 }, max), 100)
  })

  it('are more again once the loop has idle time and slices wait, up to what memory allows', () => {
    assert.equal(nextPageSlots({ ...inTime, capacity: 2, running: 2 }, max), 3)
    assert.equal(nextPageSlots({ ...inTime, capacity: 80, running: 80 }, max), 90)
    assert.equal(nextPageSlots({ ...inTime, capacity: 126, running: 126 }, max), max)
    assert.equal(nextPageSlots({ ...inTime, queued: 0, capacity: 12, running: 12 }, max), 12)
    assert.equal(nextPageSlots({ ...inTime, busyShare: 0.93, capacity: 12, running: 12 }, max), 12)
  })
})
