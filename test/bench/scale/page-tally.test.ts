import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExact, PageTally } from './page-tally.ts'

test('pages that are missing, repeated or unknown are counted', () => {
  const tally = new PageTally(2, 3)
  for (const [site, page] of [
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 2],
    [2, null],
    [3, 0],
    [0, 1],
    [2, 3],
  ] as const) {
    // prettier-ignore
    tally.add(site, page)
  }
  const count = tally.count()
  assert.deepEqual(count, { expected: 6, found: 5, distinct: 3, missing: 3, repeated: 1, beyondOne: 2, unknown: 4 })
  assert.equal(isExact(count), false)
})

test('only every page once is exact', () => {
  const tally = new PageTally(1, 2)
  tally.add(1, 0)
  assert.equal(isExact(tally.count()), false)
  tally.add(1, 1)
  assert.equal(isExact(tally.count()), true)
  tally.add(1, 1)
  assert.equal(isExact(tally.count()), false)
})
