import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dayMonthOrder } from './day-month-order.ts'

it('takes the order of day and month from the language, its region and the country of the host', () => {
  for (const [language, url, order] of [
    ['de', 'https://example.com/', 'day-first'],
    ['en', 'https://example.com/', 'month-first'],
    [null, 'https://example.com/', 'month-first'],
    ['en-GB', 'https://example.com/', 'day-first'],
    ['en-CA', 'https://example.co.uk/', 'month-first'],
    ['en-US', 'https://example.co.uk/', 'day-first'],
    ['en', 'https://example.com.au/', 'day-first'],
  ] as const)
    assert.equal(dayMonthOrder(language, url), order, `${language} ${url}`)
})
