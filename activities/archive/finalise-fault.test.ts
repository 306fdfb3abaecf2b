import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { JobInputLostError } from '../job-inputs.ts'
import { finaliseFault } from './finalise-fault.ts'

describe('finaliseFault', () => {
  const last = temporalLimits.finaliseLostAttemptsMax

  it('gives a job up that the store has lost, after a moment', () => {
    const lost = new JobInputLostError('crawl-1')
    assert.equal(finaliseFault(lost, 1), lost)
    assert.equal(finaliseFault(lost, last - 1), lost)
    const end = finaliseFault(lost, last)
    assert.ok(end instanceof ApplicationFailure)
    assert.deepEqual([end.nonRetryable, end.type], [true, 'JobInputLostError'])
    assert.match(end.message, /crawl-1 has no input object/)
  })

  it('has every other fault tried again, however often', () => {
    const fault = new Error('the store is away')
    assert.equal(finaliseFault(fault, last * 100), fault)
  })
})
