import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { ReceiverSlots } from './receiver-slots.ts'

const url = 'https://receiver.example/hook'
const { busyWaitMs, busyStepMs, busyWaitMaxMs } = webhookLimits

describe('the delivery slots of receivers', () => {
  it('are limited per host, and can be given back once', () => {
    const turns = new ReceiverSlots(2)
    const [first] = [turns.take(url), turns.take('https://RECEIVER.example/other')]
    assert.equal(turns.take(url), null)
    assert.ok(turns.take('https://other.example/') !== null)
    first?.()
    first?.()
    assert.ok(turns.take(url) !== null)
    assert.equal(turns.take(url), null)
  })

  it('are retried later, the more deliveries had to wait', () => {
    let nowMs = 1_000_000
    const turns = new ReceiverSlots(1, () => nowMs)
    const release = turns.take(url)
    const waits = Array.from({ length: 1_000 }, () => turns.waitMs(url))
    assert.deepEqual(waits.slice(0, 3), [busyWaitMs, busyWaitMs + busyStepMs, busyWaitMs + 2 * busyStepMs])
    assert.equal(waits.at(-1), busyWaitMaxMs)
    nowMs += busyWaitMaxMs
    assert.equal(turns.waitMs(url), busyWaitMs)
    release?.()
    assert.equal(turns.waitMs(url), busyWaitMs)
  })
})
