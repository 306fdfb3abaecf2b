import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cronProblem, isTimezone } from './cron-rule.ts'

test('accepts what fires', () => {
  for (const cron of [
    '* * * * *',
    '*/5 * * * *',
    '0 7 * * 1-5',
    '0 7 * * MON-FRI',
    '15,45 8-18/2 1,15 jan,jul *',
    '0 0 29 2 *',
    '0 0 * * 7',
    '0 0 31 1-12 *',
    ' 0  0 1 * * ',
  ]) {
    assert.equal(cronProblem(cron), null, cron)
  }
})

test('refuses what the workflow service would misread or never fire', () => {
  for (const [cron, rule] of [
    ['0 0 * * 1#2', /`#`/],
    ['CRON_TZ=Europe/Berlin 0 0 * * *', /time zone/],
    ['TZ=UTC 0 0 * * *', /time zone/],
    ['0 0 * * * *', /five fields/],
    ['0 0 * *', /five fields/],
    ['@daily', /five fields/],
    ['', /five fields/],
    ['60 * * * *', /minute/],
    ['* 24 * * *', /hour/],
    ['* * 0 * *', /day of month/],
    ['* * * 13 *', /month/],
    ['* * * * 8', /day of week/],
    ['* * L * *', /day of month/],
    ['* * ? * *', /day of month/],
    ['5-1 * * * *', /minute/],
    ['*/0 * * * *', /minute/],
    ['1,,2 * * * *', /minute/],
    ['0 0 30 2 *', /never fires/],
    ['0 0 31 4,6 *', /never fires/],
    ['0 0 1 * 1', /both/],
  ] as const) {
    assert.match(cronProblem(cron) ?? '', rule, cron)
  }
})

test('knows time zones by name', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])
    assert.ok(isTimezone(name), name)
  for (const name of ['', 'Mars/Base', '+01:00', 'Europe/Berlin;', '../etc']) assert.ok(!isTimezone(name), name)
})
