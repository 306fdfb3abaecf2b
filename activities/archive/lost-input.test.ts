import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApplicationFailure } from '@temporalio/activity'
import { JobInputLostError } from '@seine/shared/jobs/job-inputs.ts'
import { despiteLostInput } from './lost-input.ts'

const brief = { lostInputPatienceMs: 1_000, lostInputPollMs: 5 }
const long = { lostInputPatienceMs: 60_000, lostInputPollMs: 5 }
const nobodyLeaves = new AbortController().signal

describe('despiteLostInput', () => {
  it('gives up a job whose input the store has lost, after some time', async () => {
    let tries = 0
    const lost = async () => {
      tries += 1
      return await Promise.reject(new JobInputLostError('crawl-1'))
    }
    await assert.rejects(despiteLostInput(lost, nobodyLeaves, brief), (error) => {
      assert.ok(error instanceof ApplicationFailure)
      assert.deepEqual([error.nonRetryable, error.type], [true, 'JobInputLostError'])
      assert.match(error.message, /crawl-1 has no input object/)
      return true
    })
    assert.ok(tries > 1, `${tries} tries`)
  })

  it('continues once the input is available again', async () => {
    let tries = 0
    const restored = async () => {
      tries += 1
      return await (tries < 3 ? Promise.reject(new JobInputLostError('crawl-1')) : Promise.resolve('done'))
    }
    assert.equal(await despiteLostInput(restored, nobodyLeaves, long), 'done')
  })

  it('lets every other fault be retried, and stops waiting when the worker shuts down', async () => {
    const fault = new Error('the store is away')
    await assert.rejects(
      despiteLostInput(() => Promise.reject(fault), nobodyLeaves, long),
      fault,
    )
    const lost = async () => await Promise.reject(new JobInputLostError('crawl-1'))
    await assert.rejects(despiteLostInput(lost, AbortSignal.abort(), long), { name: 'AbortError' })
  })
})
