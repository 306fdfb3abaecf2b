import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageSeries } from './page-series.ts'

const at = (secs: number, success = true) => ({ atMs: secs * 1_000, success })

test('pages are counted in spans, failed ones by themselves', () => {
  const { points, spanSecs } = pageSeries([at(0), at(0.5, false), at(2.9)], 0, 3_000, 600)
  assert.equal(spanSecs, 1)
  assert.deepEqual(points, [
    { atSecs: 1, done: 1, failed: 1 },
    { atSecs: 2, done: 0, failed: 0 },
    { atSecs: 3, done: 1, failed: 0 },
  ])
})

test('a long job has longer spans, never more points than allowed', () => {
  const { points, spanSecs } = pageSeries([at(86_399)], 0, 86_400_000, 600)
  assert.equal(spanSecs, 300)
  assert.equal(points.length, 288)
  assert.equal(points.at(-1)?.done, 1)
})

test('pages before the start and after the end count at the edges', () => {
  const { points } = pageSeries([at(-5), at(99)], 0, 2_000, 600)
  assert.deepEqual(
    points.map(({ done }) => done),
    [1, 1],
  )
})
