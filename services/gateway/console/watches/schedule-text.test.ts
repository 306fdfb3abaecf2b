import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scheduleText, timeUntil } from './schedule-text.ts'

test('an interval is said in its largest unit', () => {
  assert.equal(scheduleText({ every_seconds: 300 }), 'every 5 minutes')
  assert.equal(scheduleText({ every_seconds: 86_400 }), 'every day')
  assert.equal(scheduleText({ every_seconds: 61 }), 'every 61 seconds')
  assert.equal(scheduleText({ cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' }), '0 7 * * 1-5 (Europe/Berlin)')
})

test('a time to come is said in minutes, hours or days', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  assert.equal(timeUntil('2026-11-27T12:00:20Z', now), 'now')
  assert.equal(timeUntil('2026-11-27T12:45:00Z', now), 'in 45 min')
  assert.equal(timeUntil('2026-11-27T15:00:00Z', now), 'in 3 h')
  assert.equal(timeUntil('2026-11-30T12:00:00Z', now), 'in 3 days')
  assert.equal(timeUntil('whenever', now), '')
})
