import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import { TargetSlots } from './target-slots.ts'
import { TryClock } from './try-later.ts'

const { againMs, busyStepMs, busyWaitMaxMs, busyWaitMs } = deliveryLimits

describe('TargetSlots', () => {
  it('bounds the deliveries to a target and leaves the others alone', () => {
    const slots = new TargetSlots(2)
    const release = slots.take('lake')
    assert.ok(release !== null && slots.take('lake') !== null)
    assert.equal(slots.take('lake'), null)
    assert.ok(slots.take('sea') !== null)
    release()
    assert.ok(slots.take('lake') !== null)
    assert.equal(slots.take('lake'), null)
  })

  it('lets those that wait come before one that has had its turn', () => {
    let nowMs = 0
    const slots = new TargetSlots(1, () => nowMs)
    assert.equal(slots.againMs('lake'), againMs)
    assert.deepEqual([slots.waitMs('lake'), slots.waitMs('lake')], [busyWaitMs, busyWaitMs + busyStepMs])
    assert.equal(slots.againMs('lake'), busyWaitMs + busyStepMs * 2)
    assert.equal(slots.againMs('sea'), againMs)
    for (let at = 0; at < 1_000; at += 1) slots.waitMs('lake')
    assert.equal(slots.waitMs('lake'), busyWaitMaxMs)
    nowMs = busyWaitMaxMs
    assert.equal(slots.againMs('lake'), againMs)
  })

  it('has more slots in a process than one target may use', () => {
    assert.ok(deliveryLimits.perTargetMax < deliveryLimits.deliveriesInFlight)
  })
})

describe('TryClock', () => {
  it('starts with what is sent first', () => {
    let nowMs = 0
    const clock = new TryClock(100, () => nowMs)
    nowMs = 1_000
    assert.equal(clock.isOver(), false)
    clock.sends()
    nowMs = 1_099
    clock.sends()
    assert.equal(clock.isOver(), false)
    nowMs = 1_100
    assert.equal(clock.isOver(), true)
  })
})
