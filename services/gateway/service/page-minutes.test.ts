import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageMinutes } from './page-minutes.ts'

const note = (errorCode: string | null, success = errorCode === null) => ({
  index: 0,
  url: 'https://example.com/',
  finalUrl: null,
  status: null,
  success,
  error: null,
  errorCode,
  attempts: 1,
})

const at = (minute: number, errorCode: string | null = null) => ({
  note: note(errorCode),
  atMs: minute * 60_000 + 30_000,
})

test('pages are counted by outcome, within the minutes that end after a time', () => {
  const minutes = new PageMinutes()
  minutes.add([at(1), at(2), at(2, 'timeout'), at(3, 'http_status'), at(3, 'timeout')])
  assert.deepEqual(minutes.since(0), { completed: 2, failed: 3 })
  assert.deepEqual(minutes.since(2 * 60_000), { completed: 1, failed: 3 })
  assert.deepEqual(minutes.since(3 * 60_000), { completed: 0, failed: 2 })
  assert.deepEqual(minutes.since(4 * 60_000), { completed: 0, failed: 0 })
})

test('the last whole minute is the one before the minute that is running', () => {
  const minutes = new PageMinutes()
  minutes.add([at(1), at(2), at(2), at(2, 'timeout'), at(3)])
  assert.deepEqual(minutes.lastWhole(3 * 60_000 + 1), { completed: 2, failed: 1 })
  assert.deepEqual(minutes.lastWhole(9 * 60_000), { completed: 0, failed: 0 })
})

test('failures are listed by code, the most frequent first, and at most so many', () => {
  const minutes = new PageMinutes()
  minutes.add([at(1, 'timeout'), at(1, 'robots'), at(2, 'timeout'), at(2, 'http_status')])
  minutes.add([{ note: note(null, false), atMs: 60_000 }])
  const all = [
    { code: 'timeout', pages: 2 },
    { code: 'http_status', pages: 1 },
    { code: 'robots', pages: 1 },
    { code: 'unknown', pages: 1 },
  ]
  assert.deepEqual(minutes.failuresSince(0, 10), all)
  assert.deepEqual(minutes.failuresSince(0, 2), all.slice(0, 2))
  assert.deepEqual(minutes.failuresSince(2 * 60_000, 10), [
    { code: 'http_status', pages: 1 },
    { code: 'timeout', pages: 1 },
  ])
})

test('minutes of several jobs are added up, and old ones are forgotten', () => {
  const [all, one] = [new PageMinutes(), new PageMinutes()]
  all.add([at(1), at(2, 'timeout')])
  one.add([at(2, 'timeout'), at(2)])
  all.join(one)
  assert.deepEqual(all.since(0), { completed: 2, failed: 2 })
  assert.deepEqual(one.since(0), { completed: 1, failed: 1 })
  all.forget(2 * 60_000)
  assert.deepEqual(all.since(0), { completed: 1, failed: 2 })
})
