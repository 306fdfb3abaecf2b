import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunView } from '@seine/shared/watches/runs.ts'
import { calendarStart, changeLevel, runCalendar } from './run-calendar.ts'

const runAt = (started: Date, changed: number, status: RunView['status'] = 'completed'): RunView => ({
  run_id: `run-${started.toISOString()}`,
  job_id: 'crawl-1',
  trigger: 'schedule',
  status,
  started_at: started.toISOString(),
  ended_at: null,
  counts: { new: 0, changed, removed: 0, same: 9, failed: 0 },
  error: null,
  warnings: [],
})

// A Friday.
const now = new Date(2026, 10, 27, 15, 0)

test('five weeks from Monday to Sunday, the last one with today', () => {
  const weeks = runCalendar([], now)
  assert.deepEqual(
    weeks.map((days) => days.length),
    [7, 7, 7, 7, 7],
  )
  assert.ok(weeks.every((days) => days[0]?.date.getDay() === 1))
  const today = weeks[4]?.[4]
  assert.ok(today?.isToday)
  assert.equal(today.date.getDate(), 27)
  assert.ok(weeks[4]?.[5]?.isFuture)
  assert.equal(calendarStart(now).getTime(), new Date(2026, 9, 26).getTime())
})

test('on a Sunday the week of the day before continues', () => {
  const weeks = runCalendar([], new Date(2026, 10, 29, 12))
  assert.ok(weeks[4]?.[6]?.isToday)
})

test('a day has its runs, the newest first, and their changes together', () => {
  const runs = [runAt(new Date(2026, 10, 26, 6), 3), runAt(new Date(2026, 10, 26, 18), 4, 'failed')]
  const day = runCalendar(runs, now)[4]?.[3]
  assert.equal(day?.changed, 7)
  assert.equal(day?.level, 2)
  assert.ok(day?.hasFailure)
  assert.deepEqual(
    day?.runs.map(({ status }) => status),
    ['failed', 'completed'],
  )
})

test('runs outside of the five weeks, or without a time, are on no day', () => {
  const broken = { ...runAt(now, 1), started_at: 'never' }
  const days = runCalendar([runAt(new Date(2026, 8, 1), 1), broken], now).flat()
  assert.equal(days.filter(({ runs }) => runs.length > 0).length, 0)
})

test('more changes are darker', () => {
  assert.deepEqual([0, 1, 4, 5, 24, 25, 99, 100, 10_000].map(changeLevel), [0, 1, 1, 2, 2, 3, 3, 4, 4])
})
