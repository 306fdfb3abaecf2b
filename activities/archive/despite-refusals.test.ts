import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { despiteRefusals } from './despite-refusals.ts'
import { finaliseDespiteFaults } from './finalise-despite-faults.ts'
import { runJob } from './testing/run-job.ts'

const signal = new AbortController().signal
const input = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 10 })

/** Runs a job, then makes its store reject all writes. */
async function withoutWrites() {
  const job = await runJob(input, () => ({ body: 'links: /a /b' }))
  const put = job.store.put.bind(job.store)
  const putIfAbsent = job.store.putIfAbsent.bind(job.store)
  const refuse = async (): Promise<never> => await Promise.reject(new StoreUnavailableError('object store: no room'))
  Object.assign(job.store, { put: refuse, putIfAbsent: refuse })
  const call = { jobId: job.id, tenant: job.tenant, outcome: { status: 'completed' }, endedAtMs: Date.now() } as const
  const deps = { ...job.deps, logger: { warn: () => undefined } }
  let tries = 0
  const finalise = async () => {
    tries += 1
    return await finaliseDespiteFaults(deps, call, { pausesMs: [] })
  }
  return { job, finalise, tries: () => tries, takeWrites: () => Object.assign(job.store, { put, putIfAbsent }) }
}

describe('the end of a job whose store refuses every write', () => {
  it('is abandoned after a bounded number of tries, and can be built later', async () => {
    const { job, finalise, tries, takeWrites } = await withoutWrites()
    await assert.rejects(despiteRefusals(job.store, finalise, signal, [1, 1]), (error) => {
      assert.ok(error instanceof ApplicationFailure)
      assert.deepEqual([error.type, error.nonRetryable], ['StoreRefusesError', true])
      return true
    })
    assert.equal(tries(), 3)
    takeWrites()
    assert.equal((await finalise()).completed, 3)
    assert.equal((await job.store.getJson<FinalStatus>(statusKey(job)))?.status, 'completed')
  })

  it('continues as soon as the store accepts writes', async () => {
    const { job, finalise, takeWrites, tries } = await withoutWrites()
    setTimeout(takeWrites, 40)
    assert.equal((await despiteRefusals(job.store, finalise, signal, [10, 50])).completed, 3)
    assert.ok(tries() > 1)
  })

  it('counts no try while the store is unavailable', async () => {
    const { job, finalise, tries } = await withoutWrites()
    job.store.down = true
    await assert.rejects(despiteRefusals(job.store, finalise, signal, [1, 1]), StoreUnavailableError)
    assert.equal(tries(), 1)
  })

  it('counts no try that got no answer, even when a ping is answered', async () => {
    const { job } = await withoutWrites()
    let tries = 0
    const mute = async (): Promise<never> => {
      tries += 1
      return await withinDeadline('writing status.json', new Promise<never>(() => undefined), 1)
    }
    await assert.rejects(despiteRefusals(job.store, mute, signal, [1, 1]), StoreUnavailableError)
    assert.equal(tries, 1)
  })

  it('takes less than ten minutes', () => {
    const pauses = archiveLimits.refusalPausesMs.reduce((sum, ms) => sum + ms, 0)
    const perTry = archiveLimits.archivePausesMs.reduce((sum, ms) => sum + ms, 0)
    assert.ok(pauses + perTry * (archiveLimits.refusalPausesMs.length + 1) < 600_000)
  })
})
