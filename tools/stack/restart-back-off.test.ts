import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RestartBackOff } from './restart-back-off.ts'

test('the wait doubles from half a second to three and stays there', () => {
  const backOff = new RestartBackOff()
  const waits = Array.from({ length: 8 }, () => backOff.delayAfter(100))
  assert.deepEqual(waits, [500, 1_000, 2_000, 3_000, 3_000, 3_000, 3_000, 3_000])
})

test('a life of ten seconds starts it over', () => {
  const backOff = new RestartBackOff()
  for (const lived of [0, 0, 9_999]) backOff.delayAfter(lived)
  assert.equal(backOff.delayAfter(10_000), 500)
  assert.equal(backOff.delayAfter(0), 1_000)
})
