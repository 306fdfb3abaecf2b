import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { AdmittedSlots } from './admitted-slots.ts'

const staying = new AbortController().signal
const slotInfo = { type: 'activity', activityType: 'scrapeSlice' } as const

/** Asks for `count` slots. @returns a function that counts the slots given out so far. */
function asking(slots: AdmittedSlots, count: number, signal = staying): () => number {
  let given = 0
  for (let at = 0; at < count; at += 1) {
    slots.reserveSlot({}, signal).then(
      () => (given += 1),
      () => undefined,
    )
  }
  return () => given
}

describe('AdmittedSlots', () => {
  it('gives out its least whatever the process says, and more once it has room', async () => {
    let hasRoom = false
    const slots = new AdmittedSlots({ least: 2, most: 5, mayAdmit: () => hasRoom })
    const given = asking(slots, 6)
    await sleep(100)
    assert.equal(given(), 2)
    hasRoom = true
    while (given() < 5) await sleep(10)
    await sleep(100)
    assert.equal(given(), 5)
    assert.deepEqual(slots.state, { used: 0, issued: 5 })
  })

  it('gives out one at a time beyond its least', async () => {
    let asked = 0
    const slots = new AdmittedSlots({ least: 1, most: 100, mayAdmit: () => (asked += 1) > 0 })
    const given = asking(slots, 50)
    await sleep(1)
    assert.ok(given() <= 3, `${given()} at once`)
    while (given() < 5) await sleep(10)
  })

  it('gives a slot that is free again to who waits, and counts those in use', async () => {
    const slots = new AdmittedSlots({ least: 1, most: 1, mayAdmit: () => true })
    const given = asking(slots, 2)
    await sleep(1)
    slots.markSlotUsed()
    assert.deepEqual(slots.state, { used: 1, issued: 1 })
    slots.releaseSlot({ slotInfo })
    await sleep(1)
    assert.equal(given(), 2)
    slots.releaseSlot({})
    assert.deepEqual(slots.state, { used: 0, issued: 0 })
  })

  it('rejects with AbortError when a slot is no longer wanted', async () => {
    const slots = new AdmittedSlots({ least: 0, most: 0, mayAdmit: () => true })
    const control = new AbortController()
    const asked = slots.reserveSlot({}, control.signal)
    control.abort()
    await assert.rejects(asked, { name: 'AbortError' })
    await assert.rejects(slots.reserveSlot({}, control.signal), { name: 'AbortError' })
  })
})
