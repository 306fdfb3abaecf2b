import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IdlePace } from './idle-pace.ts'

const answer = (completed: number, requestId: string) => ({
  data: [{ completed }],
  request_id: requestId,
  usage: { reads_per_minute: requestId },
  service_levels: [{ name: 'api_availability', total: requestId }],
})

test('waits grow while the answers stay the same, up to the longest', () => {
  const pace = new IdlePace({ quickMs: 3, idleMs: 15, restMs: 60 }, 100)
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e'].map((id) => pace.after(answer(1, id))),
    [3, 6, 12, 15, 15],
  )
})

test('a change makes them quick again', () => {
  const pace = new IdlePace({ quickMs: 3, idleMs: 15, restMs: 60 }, 100)
  const waits = [1, 1, 1, 2, 2].map((completed) => pace.after(answer(completed, 'a')))
  assert.deepEqual(waits, [3, 6, 12, 3, 6])
})

test('so does a reader who does something', () => {
  const pace = new IdlePace({ quickMs: 3, idleMs: 15, restMs: 60 }, 100)
  assert.equal(pace.hurry(), false)
  pace.after(answer(1, 'a'))
  assert.equal(pace.hurry(), false)
  pace.after(answer(1, 'a'))
  assert.equal(pace.hurry(), true)
  assert.equal(pace.after(answer(1, 'a')), 6)
})

test('a view rests once nothing has changed for a while, until something does', () => {
  const pace = new IdlePace({ quickMs: 3, idleMs: 6, restMs: 15 }, 20)
  assert.deepEqual(
    [1, 1, 1, 1, 1, 1, 2, 2].map((completed) => pace.after(answer(completed, 'a'))),
    [3, 6, 6, 6, 15, 15, 3, 6],
  )
})

test('a reader who does something wakes a view that rests', () => {
  const pace = new IdlePace({ quickMs: 3, idleMs: 6, restMs: 15 }, 5)
  const waits = ['a', 'b', 'c'].map((id) => pace.after(answer(1, id)))
  assert.deepEqual(waits, [3, 6, 15])
  assert.equal(pace.hurry(), true)
  assert.equal(pace.after(answer(1, 'd')), 6)
})
