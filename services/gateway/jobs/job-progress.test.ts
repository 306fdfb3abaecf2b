import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSlices } from '@seine/shared/temporal/merged-counters.ts'
import type { ReportedCounters } from '@seine/shared/temporal/shapes.ts'
import { liftedTo, notStarted, progressOf, type JobProgress } from './job-progress.ts'

const zero: ReportedCounters = { total: 0, completed: 0, failed: 0 }

function assertRules(progress: JobProgress, limit: number): void {
  const { total, completed, failed, pending, inFlight } = progress
  const told = JSON.stringify(progress)
  for (const [name, value] of Object.entries(progress)) assert.ok(value >= 0, `${name} of ${told}`)
  assert.equal(total, completed + failed + inFlight, told)
  assert.ok(total + pending <= limit, `${told} over ${limit}`)
}

test('a job that has not started has its start page waiting', () => {
  assert.deepEqual(progressOf(notStarted(1), 10), { total: 0, completed: 0, failed: 0, pending: 1, inFlight: 0 })
})

test('slices add what they began and take it from what is pending', () => {
  const merged = { total: 10, completed: 8, failed: 2, pending: 40 }
  const slices = [
    { startedFirst: 16, completed: 10, failed: 1 },
    { startedFirst: 4, completed: 0, failed: 0 },
  ]
  const sum = withSlices(merged, slices)
  assert.deepEqual(sum, { total: 30, completed: 18, failed: 3, pending: 20 })
  assert.deepEqual(progressOf(sum, 100), { ...sum, inFlight: 9 })
})

test('a slice that fetches pages again adds outcomes without new attempts', () => {
  const merged = { total: 10, completed: 6, failed: 0, pending: 5 }
  const sum = withSlices(merged, [{ startedFirst: 0, completed: 3, failed: 1 }])
  assert.deepEqual(progressOf(sum, 100), { total: 10, completed: 9, failed: 1, pending: 5, inFlight: 0 })
})

test('between the end of a slice and its memo nothing goes back, and its pages do not become pending again', () => {
  const before = withSlices({ total: 10, completed: 10, failed: 0, pending: 50 }, [
    { startedFirst: 20, completed: 19, failed: 1 },
  ])
  const between = liftedTo(before, { total: 10, completed: 10, failed: 0, pending: 50 })
  assert.deepEqual(between, before)
  assert.deepEqual(progressOf(between, 100), { total: 30, completed: 29, failed: 1, pending: 30, inFlight: 0 })
})

test('counters above the mark stand as they are', () => {
  const live = { total: 9, completed: 5, failed: 2, pending: 7 }
  assert.deepEqual(liftedTo(zero, live), live)
  assert.deepEqual(liftedTo({ total: 9, completed: 5, failed: 2 }, live), live)
})

test('the limit bounds attempts and what is pending beside them', () => {
  const progress = progressOf({ total: 8, completed: 7, failed: 0, pending: 500 }, 10)
  assert.deepEqual(progress, { total: 8, completed: 7, failed: 0, pending: 2, inFlight: 1 })
  assert.equal(progressOf({ total: 12, completed: 9, failed: 3, pending: 5 }, 10).total, 10)
})

test('outcomes reported before their attempts count as attempts', () => {
  assert.deepEqual(progressOf({ total: 3, completed: 5, failed: 1, pending: 0 }, 10), {
    total: 6,
    completed: 5,
    failed: 1,
    pending: 0,
    inFlight: 0,
  })
})

/** Returns a small random number generator with a seed, so that a failure can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

test('whatever the sources say, every rule holds and no counter goes back', () => {
  const next = numbers(7)
  for (let round = 0; round < 200; round += 1) {
    const limit = 1 + next(60)
    let mark = zero
    for (let read = 0; read < 20; read += 1) {
      const counters = { total: next(80), completed: next(40), failed: next(20), pending: next(200) - 50 }
      const slices = Array.from({ length: next(3) }, () => ({
        startedFirst: next(20),
        completed: next(10),
        failed: next(5),
      }))
      const progress = progressOf(liftedTo(mark, withSlices(counters, slices)), limit)
      assertRules(progress, limit)
      assert.ok(
        progress.total >= mark.total && progress.completed >= mark.completed,
        JSON.stringify({ mark, progress }),
      )
      mark = progress
    }
  }
})

test('a whole crawl read at any moment reports counters that only grow', () => {
  const limit = 50
  let mark = zero
  // Each step is one consistent read: slices run, end before their memo is updated, and are merged.
  const steps = [
    withSlices(notStarted(1), []),
    withSlices(notStarted(1), [{ startedFirst: 1, completed: 0, failed: 0 }]),
    withSlices(notStarted(1), []),
    { total: 1, completed: 1, failed: 0, pending: 40 },
    withSlices({ total: 1, completed: 1, failed: 0, pending: 40 }, [{ startedFirst: 16, completed: 3, failed: 2 }]),
    withSlices({ total: 1, completed: 1, failed: 0, pending: 40 }, []),
    { total: 17, completed: 13, failed: 4, pending: 33 },
  ]
  for (const step of steps) {
    const progress = progressOf(liftedTo(mark, step), limit)
    assertRules(progress, limit)
    for (const name of ['total', 'completed', 'failed'] as const) assert.ok(progress[name] >= mark[name], name)
    mark = progress
  }
  assert.deepEqual(mark, { total: 17, completed: 13, failed: 4, pending: 33, inFlight: 0 })
})
