import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { workerCallLimits } from '../config/browser-limits.ts'
import { budgetHeader, deadlineHeader } from '../tasks/browser-page.ts'
import { monotonicNow } from '../values/monotonic-now.ts'
import { deadlineHeaders, deadlineIn } from './deadline-headers.ts'

const hourMs = 3_600_000
/** Tolerance for the time between two reads of a clock. */
const isNear = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) < 1_000, `${value - expected} ms off`)

describe('the deadline of a call', () => {
  it('is the same budget in a process whose clock is an hour ahead or behind', (t) => {
    const headers = deadlineHeaders(monotonicNow() + 30_000)
    const real = Date.now
    for (const skewMs of [0, hourMs, -hourMs]) {
      const { mock } = t.mock.method(Date, 'now', () => real() + skewMs)
      isNear(deadlineIn(headers) - monotonicNow(), 30_000)
      mock.restore()
    }
  })

  it('is read from a caller of the release before, and by one', () => {
    const headers = deadlineHeaders(monotonicNow() + 30_000)
    isNear(Number(headers[deadlineHeader]) - Date.now(), 30_000)
    isNear(deadlineIn({ [deadlineHeader]: String(Date.now() + 5_000) }) - monotonicNow(), 5_000)
  })

  it('is over at once when nothing is left, and has a default without a valid header', () => {
    isNear(deadlineIn(deadlineHeaders(monotonicNow() - 5_000)), monotonicNow())
    for (const headers of [{}, { [budgetHeader]: 'x', [deadlineHeader]: '-1' }])
      isNear(deadlineIn(headers) - monotonicNow(), workerCallLimits.budgetDefaultMs)
  })
})
