import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HighWaterMarks } from './high-water.ts'

test('a mark rises counter by counter and never falls', () => {
  const marks = new HighWaterMarks(10)
  assert.deepEqual(marks.of('a'), { total: 0, completed: 0, failed: 0 })
  marks.raise('a', { total: 5, completed: 3, failed: 1 })
  marks.raise('a', { total: 4, completed: 4, failed: 0 })
  assert.deepEqual(marks.of('a'), { total: 5, completed: 4, failed: 1 })
})

test('the job read longest ago is forgotten first', () => {
  const marks = new HighWaterMarks(2)
  const one = { total: 1, completed: 1, failed: 0 }
  marks.raise('a', one)
  marks.raise('b', one)
  marks.raise('a', one)
  marks.raise('c', one)
  assert.equal(marks.size, 2)
  assert.equal(marks.of('b').total, 0)
  assert.equal(marks.of('a').total, 1)
})

test('a finished job can be forgotten', () => {
  const marks = new HighWaterMarks(2)
  marks.raise('a', { total: 1, completed: 1, failed: 0 })
  marks.forget('a')
  assert.equal(marks.size, 0)
})
