import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/common'
import { runFailed, isBudgetTimeout, outcomeOf } from './failures.ts'

const child = (cause: Error) =>
  new ChildWorkflowFailure('default', { workflowId: 'job/run', runId: '1' }, 'crawlRun', 'NON_RETRYABLE_FAILURE', cause)
const activity = (cause: Error, retryState: 'TIMEOUT' | 'IN_PROGRESS' = 'IN_PROGRESS') =>
  new ActivityFailure('failed', 'scrapeSlice', '1', retryState, 'worker', cause)

describe('outcomeOf', () => {
  it('distinguishes the ways a run can end by type', () => {
    assert.deepEqual(outcomeOf(child(new CancelledFailure('x')), 9), { status: 'cancelled' })
    assert.deepEqual(outcomeOf(new CancelledFailure('x'), 9), { status: 'cancelled' })
    assert.deepEqual(outcomeOf(child(new TimeoutFailure('x', undefined, 'START_TO_CLOSE')), 9), {
      status: 'failed',
      error: 'the time budget of 9 s (scheduleToCloseTimeoutSecs) is used up',
    })
    assert.match(JSON.stringify(outcomeOf(child(new TerminatedFailure('x')), 9)), /terminated by an operator/)
    assert.deepEqual(outcomeOf(child(runFailed('the start page failed')), 9), {
      status: 'failed',
      error: 'the start page failed',
    })
  })

  it('shows callers no internals of a fault', () => {
    const fault = child(ApplicationFailure.nonRetryable('secret detail', 'TypeError'))
    assert.doesNotMatch(JSON.stringify(outcomeOf(fault, 9)), /secret detail/)
  })

  it('says that the sealing key is lost', () => {
    const fault = child(activity(ApplicationFailure.nonRetryable('secret detail', 'SealError')))
    const text = JSON.stringify(outcomeOf(fault, 9))
    assert.match(text, /the service no longer has the key/)
    assert.doesNotMatch(text, /secret detail|internal fault/)
  })
})

describe('isBudgetTimeout', () => {
  it('is true only for an activity that had no budget left', () => {
    assert.equal(isBudgetTimeout(activity(new TimeoutFailure('x', undefined, 'SCHEDULE_TO_CLOSE'))), true)
    assert.equal(isBudgetTimeout(activity(new TimeoutFailure('x', undefined, 'HEARTBEAT'))), false)
    const storeAway = ApplicationFailure.retryable('the store is away', 'StoreUnavailableError')
    assert.equal(isBudgetTimeout(activity(storeAway, 'TIMEOUT')), true)
    assert.equal(isBudgetTimeout(activity(storeAway)), false)
    assert.equal(isBudgetTimeout(activity(new CancelledFailure('x'))), false)
    assert.equal(isBudgetTimeout(new Error('x')), false)
  })
})
