import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { nextPageSlots } from './slot-pace.ts'

const max = 128
const behind = { isBehind: true, queued: 5 }
const inTime = { isBehind: false, queued: 5 }

describe('page slots of the next window', () => {
  it('are a share of those in use while the event loop is behind, down to a bound', () => {
    assert.equal(nextPageSlots({ ...behind, capacity: 100, running: 100 }, max), 70)
    assert.equal(nextPageSlots({ ...behind, capacity: 100, running: 40 }, max), 28)
    assert.equal(nextPageSlots({ ...behind, capacity: 100, running: 7 }, max), sliceLimits.pageSlotsBehindMin)
    assert.equal(nextPageSlots({ ...behind, capacity: 100, running: sliceLimits.pageSlotsBehindMin }, max), 100)
    assert.equal(nextPageSlots({ ...behind, capacity: 5, running: 5 }, 5), 5)
  })

  it('are more again once the loop is in time and slices wait, up to what memory allows', () => {
    assert.equal(nextPageSlots({ ...inTime, capacity: 12, running: 12 }, max), 16)
    assert.equal(nextPageSlots({ ...inTime, capacity: 80, running: 80 }, max), 90)
    assert.equal(nextPageSlots({ ...inTime, capacity: 126, running: 126 }, max), max)
    assert.equal(nextPageSlots({ isBehind: false, queued: 0, capacity: 12, running: 12 }, max), 12)
  })
})
