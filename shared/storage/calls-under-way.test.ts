import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeLimits } from '../config/limits.ts'
import { beginCall, watchingCalls } from './calls-under-way.ts'

/** Time before the grace period ends, milliseconds. */
const soonMs = 100

test('a call hangs once it has been under way for longer than its timeouts allow, unless it moves', async () => {
  await watchingCalls(async (hangs) => {
    const call = beginCall('GetObject', soonMs - storeLimits.hangGraceMs)
    assert.equal(hangs(), false)
    await sleep(2 * soonMs)
    assert.equal(hangs(), true)
    call.moved()
    assert.equal(hangs(), false)
    await sleep(2 * soonMs)
    assert.equal(hangs(), true)
    call.end()
    assert.equal(hangs(), false)
  })
})

test('only the calls of the work itself are watched', async () => {
  const other = beginCall('GetObject', -storeLimits.hangGraceMs)
  await sleep(10)
  await watchingCalls(async (hangs) => {
    assert.equal(hangs(), false)
    await watchingCalls(async () => {
      beginCall('PutObject', -storeLimits.hangGraceMs).end()
    })
  })
  other.end()
})
