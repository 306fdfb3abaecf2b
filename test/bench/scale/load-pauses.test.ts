import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoadPauses } from './load-pauses.ts'

test('the longest time between two loads is returned once', () => {
  const pauses = new LoadPauses(1_000)
  for (const [loads, nowMs] of [[10, 1_100], [10, 1_500], [11, 1_900], [12, 2_000]] as const) pauses.note(loads, nowMs) // prettier-ignore
  assert.equal(pauses.take(), 800)
  assert.equal(pauses.take(), 0)
  pauses.note(12, 9_000)
  assert.equal(pauses.take(), 0, 'a pause that has not ended')
  pauses.note(13, 9_500)
  assert.equal(pauses.take(), 7_500)
})
