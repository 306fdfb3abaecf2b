import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endedDetails, endingDetails, runningDetails } from './lifecycle-details.ts'

test('the details of a job say where its progress is, then how it ended and why', () => {
  assert.match(runningDetails({ jobId: 'crawl-1' }), /`crawl-1\/run`/)
  const failed = { status: 'failed', error: 'no page' } as const
  assert.match(endingDetails(failed), /^\*\*failed\*\*: no page · archives/)
  const text = endedDetails(failed, { total: 3, completed: 1, failed: 2 })
  assert.match(text, /^\*\*failed\*\*: no page$/m)
  assert.match(text, /^\| 3 \| 1 \| 2 \|$/m)
  assert.match(endedDetails({ status: 'completed' }, { total: 1, completed: 1, failed: 0 }), /^\*\*completed\*\*$/m)
})
