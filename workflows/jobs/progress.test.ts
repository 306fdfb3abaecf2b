import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SliceSummary } from '@seine/shared/temporal/shapes.ts'
import { addFailures, detailsTable, runCounters } from './progress.ts'

const summary = (patch: Partial<SliceSummary>): SliceSummary => ({
  slice: 1,
  startedFirst: 0,
  completed: 0,
  failed: 0,
  returned: 0,
  segments: 1,
  ...patch,
})

describe('runCounters', () => {
  const merged = { total: 10, completed: 8, failed: 1, pending: 20 }

  it('adds slices that wait to be merged and takes their pages from what is pending', () => {
    const counters = runCounters(merged, [
      summary({ startedFirst: 4, completed: 3, failed: 1 }),
      summary({ startedFirst: 2, completed: 2 }),
    ])
    assert.deepEqual(counters, { total: 16, completed: 13, failed: 2, pending: 14 })
  })

  it('changes nothing without such slices and leaves the merged counters alone', () => {
    assert.deepEqual(runCounters(merged, []), merged)
    runCounters(merged, [summary({ startedFirst: 5 })])
    assert.equal(merged.total, 10)
  })

  it('never shows fewer than none pending', () => {
    assert.equal(runCounters(merged, [summary({ startedFirst: 25 })]).pending, 0)
  })
})

describe('detailsTable', () => {
  const counters = { total: 12, completed: 8, failed: 1, pending: 20 }
  const progress = { counters, slicesRunning: 2, warnings: [], failures: {}, elapsedMs: 2_000, paused: false }

  it('shows counters, running slices and warnings', () => {
    const table = detailsTable({ ...progress, warnings: ['one page found'] })
    assert.match(table, /\| 8 \| 1 \| 3 \| 20 \| 2 \| 4\.5 \|/)
    assert.match(table, /- one page found/)
    assert.doesNotMatch(table, /failed pages/)
  })

  it('names the most frequent error codes first', () => {
    const failures = addFailures({ timeout: 1, http_status: 2 }, { timeout: 3 })
    assert.match(detailsTable({ ...progress, failures }), /- failed pages: 4 × `timeout`, 2 × `http_status`$/)
  })

  it('says when the job is paused', () => {
    assert.match(detailsTable({ ...progress, paused: true }), /^\*\*paused\*\*\n/)
    assert.doesNotMatch(detailsTable(progress), /paused/)
  })

  it('shows no rate before there can be one', () => {
    assert.match(detailsTable({ ...progress, elapsedMs: 0 }), /\| – \|/)
    assert.match(detailsTable({ ...progress, elapsedMs: null }), /\| – \|/)
  })
})
