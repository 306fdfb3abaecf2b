import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { advanceLocally } from '../frontier/advance-locally.ts'
import { GenerationStore } from '../frontier/state/generation-store.ts'
import { LocalEnds } from './finalise-locally.ts'
import { runJob } from './testing/run-job.ts'

const input = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 1 })

/** The workflow waits for the end. */
const { signal: awaited } = new AbortController()

/** A crawl of one page that has been scraped but not merged. */
async function startScraped() {
  const job = await runJob(input, () => ({ body: 'text' }), { generations: 0 })
  for (const task of job.leased) await job.runSlice(task)
  const { id: jobId, tenant } = job
  const call = { jobId, tenant, generation: 0, finished: [0], outOfOrder: false, room: 16 }
  const advance = { ...call, nowMs: 200_000, discovered: true }
  return { job, advance, end: { jobId, tenant, outcome: { status: 'completed' as const }, endedAtMs: 200_000 } }
}

describe('the local end of a job', () => {
  it('follows an advance of the same process, once', async () => {
    const ends = new LocalEnds()
    const { job, advance, end } = await startScraped()
    const { exhausted } = await advanceLocally(job.deps, advance, ends)
    assert.equal(exhausted, true)
    const { completed, total } = await ends.finalise(job.deps, end, awaited)
    assert.deepEqual([completed, total], [1, 1])
    assert.ok(job.store.objects.has(statusKey(job)))
    await assert.rejects(ends.finalise(job.deps, end, awaited), { type: 'NotEndedLocally' })
  })

  it('is refused in a process whose advance may repeat that of a worker that died', async () => {
    const ends = new LocalEnds()
    const { job, advance, end } = await startScraped()
    const next = { ...job.deps, generations: new GenerationStore(job.store) }
    await advanceLocally(next, advance, ends)
    await assert.rejects(ends.finalise(next, end, awaited), { type: 'NotEndedLocally', category: 'BENIGN' })
    assert.ok(!job.store.objects.has(statusKey(job)))
  })

  it('is refused when another process may have advanced the job since', async () => {
    const ends = new LocalEnds()
    const { job, advance, end } = await startScraped()
    await advanceLocally(job.deps, advance, ends)
    // The generation exists already.
    assert.equal((await advanceLocally(job.deps, advance, ends)).repeated, true)
    await assert.rejects(ends.finalise(job.deps, end, awaited), { type: 'NotEndedLocally' })
  })

  it('writes nothing once the workflow no longer waits', async () => {
    const ends = new LocalEnds()
    const { job, advance, end } = await startScraped()
    await advanceLocally(job.deps, advance, ends)
    const before = new Map(job.store.objects)
    await assert.rejects(ends.finalise(job.deps, end, AbortSignal.abort()), { message: /time of a local end/ })
    assert.deepEqual([...job.store.objects.keys()], [...before.keys()])
  })

  it('is refused while the process ends enough other jobs', async () => {
    const ends = new LocalEnds()
    const { job, end } = await startScraped()
    const { promise, reject } = Promise.withResolvers<never>()
    const stuck = { ...job.deps, inputs: { bare: async () => await promise } }
    for (let at = 0; at < archiveLimits.localEndsInFlight; at += 1) {
      const other = { ...end, jobId: `other-${at}` }
      ends.admit({ id: other.jobId, tenant: other.tenant })
      ends.finalise(stuck as unknown as typeof job.deps, other, awaited).catch(() => undefined)
    }
    ends.admit(job)
    await assert.rejects(ends.finalise(job.deps, end, awaited), { message: /other jobs end/ })
    reject(new Error('over'))
  })
})
