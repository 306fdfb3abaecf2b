import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slopePerHour } from './memory-slope.ts'

const minutely = (valueAt: (minute: number) => number) =>
  Array.from({ length: 30 }, (_, minute) => ({ atMs: 5_000 + minute * 60_000, value: valueAt(minute) }))

test('a figure that rises by 2 a minute rises by 120 an hour', () => {
  assert.ok(Math.abs(slopePerHour(minutely((minute) => 400 + 2 * minute)) - 120) < 1e-6)
})

test('a figure that swings about its mean is flat', () => {
  assert.ok(Math.abs(slopePerHour(minutely((minute) => 400 + (minute % 2 === 0 ? 30 : -30)))) < 15)
})

test('samples of one moment have no slope', () => {
  assert.deepEqual([slopePerHour([]), slopePerHour([{ atMs: 1, value: 9 }])], [0, 0])
  assert.equal(slopePerHour([1, 2].map((value) => ({ atMs: 7, value }))), 0)
})
