import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeyedSlots } from './keyed-slots.ts'

const limits = { perKeyMax: 2, busyWaitMs: 2_000, busyStepMs: 250, busyWaitMaxMs: 30_000 }
const { busyWaitMs, busyStepMs, busyWaitMaxMs } = limits

describe('KeyedSlots', () => {
  it('limits the work for each key, and releases a slot once', () => {
    const slots = new KeyedSlots(limits)
    const release = slots.take('lake')
    assert.ok(release !== null && slots.take('lake') !== null)
    assert.equal(slots.take('lake'), null)
    assert.ok(slots.take('sea') !== null)
    release()
    release()
    assert.ok(slots.take('lake') !== null)
    assert.equal(slots.take('lake'), null)
  })

  it('makes each further work wait longer, up to a maximum', () => {
    let nowMs = 1_000_000
    const slots = new KeyedSlots(limits, () => nowMs)
    assert.equal(slots.hasWaiting('lake'), false)
    const waits = Array.from({ length: 1_000 }, () => slots.waitMs('lake'))
    assert.deepEqual(waits.slice(0, 3), [busyWaitMs, busyWaitMs + busyStepMs, busyWaitMs + 2 * busyStepMs])
    assert.equal(waits.at(-1), busyWaitMaxMs)
    assert.equal(slots.hasWaiting('lake'), true)
    assert.equal(slots.hasWaiting('sea'), false)
    nowMs += busyWaitMaxMs
    assert.equal(slots.hasWaiting('lake'), false)
    assert.equal(slots.waitMs('lake'), busyWaitMs)
  })

  it('forgets keys without work, and keeps those with work under way or waiting', () => {
    let nowMs = 0
    const slots = new KeyedSlots(limits, () => nowMs)
    const release = slots.take('lake')
    slots.waitMs('river')
    for (const key of ['a', 'b', 'c']) slots.take(key)?.()
    assert.equal(slots.size, 3)
    release?.()
    nowMs = busyWaitMs
    slots.take('sea')
    assert.equal(slots.size, 1)
  })
})
