import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RestartBackOff } from './restart-back-off.ts'

test('the wait doubles from half a second to ten and stays there', () => {
  const backOff = new RestartBackOff()
  const waits = Array.from({ length: 8 }, () => backOff.delayAfter(100))
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
})

test('a life of 30 seconds starts it over', () => {
  const backOff = new RestartBackOff()
  for (const lived of [0, 0, 29_999]) backOff.delayAfter(lived)
  assert.equal(backOff.delayAfter(30_000), 500)
  assert.equal(backOff.delayAfter(0), 1_000)
})
