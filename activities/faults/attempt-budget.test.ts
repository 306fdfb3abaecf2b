import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { budgetLeftMs } from './attempt-budget.ts'

const hourMs = 3_600_000
const startMs = Date.parse('2026-11-01T00:00:00Z')
/** A budget of ten minutes, of which one has passed when the attempt is scheduled. */
const times = {
  scheduledTimestampMs: startMs,
  currentAttemptScheduledTimestampMs: startMs + 60_000,
  scheduleToCloseTimeoutMs: 600_000,
}

describe('budgetLeftMs', () => {
  it('is what is left when the attempt begins', () => {
    assert.equal(budgetLeftMs(times, startMs + 90_000), 510_000)
    assert.equal(budgetLeftMs(times, startMs + 600_000), 0)
    assert.equal(budgetLeftMs(times, startMs + 601_000), 0)
  })

  it('is that of the attempt when the clock of the worker is an hour ahead or behind', () => {
    assert.equal(budgetLeftMs(times, startMs + 90_000 + hourMs), 540_000)
    assert.equal(budgetLeftMs(times, startMs + 90_000 - hourMs), 540_000)
  })
})
