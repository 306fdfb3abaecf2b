import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recentRate, recentReadings } from './page-rate.ts'

const at = (secs: number, finished: number) => ({ atMs: secs * 1_000, finished })

test('the rate is that of the newest seconds', () => {
  const readings = [at(0, 100), at(4, 140), at(10, 150), at(12, 156)]
  assert.equal(recentRate(readings, 14_000, 10), (156 - 140) / 10)
  assert.deepEqual(recentReadings(readings, 14_000, 10), readings.slice(1))
})

test('it becomes zero when no page finishes any more, whether readings arrive or not', () => {
  assert.equal(recentRate([at(0, 3), at(1, 17)], 12_000, 10), 0)
  assert.equal(recentRate([at(0, 3), at(1, 17), at(4, 17), at(9, 17)], 12_000, 10), 0)
})

test('pages counted after a long time without a reading are spread over it', () => {
  assert.equal(recentRate([at(0, 0), at(300, 600)], 300_000, 10), 2)
})

test('a first reading says nothing, and a second one soon after it is no burst', () => {
  assert.equal(recentRate([], 1_000, 10), 0)
  assert.equal(recentRate([at(1, 400)], 1_000, 10), 0)
  assert.equal(recentRate([at(1, 400), at(1.1, 403)], 1_100, 10), 1)
})
