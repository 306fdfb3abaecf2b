import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { mayAdmitSlice, memoryShare, pageSlotsFor } from './slice-admission.ts'
import { SliceResources } from './slice-resources.ts'

const onTime = { isBehind: () => false }
const little = (): number => 0.2

describe('admission of slices', () => {
  it('continues while slices wait for their hosts', () => {
    const room = new SliceResources(4)
    for (let at = 0; at < 1_000; at += 1) room.enter()
    assert.equal(mayAdmitSlice(room, onTime, little), true)
  })

  it('ends with memory, with an event loop that is behind, and with many in line for page slots', () => {
    const room = new SliceResources(1)
    assert.equal(
      mayAdmitSlice(room, onTime, () => 0.9),
      false,
    )
    assert.equal(mayAdmitSlice(room, { isBehind: () => true }, little), false)
    for (let at = 0; at <= sliceLimits.slicesQueuedMax; at += 1) {
      assert.equal(mayAdmitSlice(room, onTime, little), true)
      room.pages.join({ tenant: 'a', rank: 3, jobId: 'a-1' }, () => undefined).take()
    }
    assert.equal(mayAdmitSlice(room, onTime, little), false)
  })

  it('knows what the process has taken of its memory', () => {
    const share = memoryShare()
    assert.ok(share > 0 && share < 1, String(share))
  })

  it('has page slots by memory, within bounds', () => {
    assert.equal(pageSlotsFor(512 * 1024 ** 2), 64)
    assert.equal(pageSlotsFor(64 * 1024 ** 2), sliceLimits.pageSlotsMin)
    assert.equal(pageSlotsFor(64 * 1024 ** 3), sliceLimits.pageSlotsMax)
  })
})
