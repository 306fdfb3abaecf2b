import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import { TryClock } from './try-later.ts'

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

it('a process has more slots for deliveries than one target may use', () => {
  assert.ok(deliveryLimits.perTargetMax < deliveryLimits.deliveriesInFlight)
})
