import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryCourse } from './memory-course.ts'

test('memory is noted at every tenth of the pages and at the end, and never twice', () => {
  let bytes = 0
  const course = new MemoryCourse(1_000, () => ({ it: (bytes += 1) }))
  for (let loads = 0; loads <= 1_200; loads += 50) course.note(loads, loads * 2)
  const points = course.end(1_200, 5_000)
  assert.deepEqual(
    points.map(({ pages }) => pages),
    [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_200],
  )
  assert.deepEqual(points.at(0), { pages: 100, atMs: 200, rssBytes: { it: 1 } })
  assert.deepEqual(points.at(-1), { pages: 1_200, atMs: 5_000, rssBytes: { it: 11 } })
})
