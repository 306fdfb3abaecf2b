import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { inputKey, jobPrefix } from '@seine/shared/storage/object-keys.ts'
import { runJob } from '../archive/testing/run-job.ts'
import { AdvanceBegunError, advanceLocally } from './advance-locally.ts'
import { GenerationStore } from './state/generation-store.ts'

const input = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 100 })

const noPermits = { forget: () => undefined, admit: () => undefined }

/** A crawl whose start page has been scraped but not merged. */
async function startScraped() {
  const job = await runJob(input, () => ({ body: 'links: /a /b' }), { generations: 0 })
  for (const task of job.leased) await job.runSlice(task)
  const call = { jobId: job.id, tenant: job.tenant, generation: 0, finished: [0], outOfOrder: false, room: 16 }
  return { job, call: { ...call, nowMs: 200_000, discovered: true } }
}

/** Makes the next step of the frontier end without a trace, as the death of its worker does. */
async function dies(advance: (generations: GenerationStore) => Promise<unknown>, job: { store: object }) {
  const generations = new GenerationStore(job.store as never)
  generations.load = async () => await Promise.reject(new Error('the worker dies'))
  await assert.rejects(advance(generations), /the worker dies/)
}

describe('advanceLocally', () => {
  it('is tried by a second worker after the death of the first, then goes through the queue', async () => {
    const { job, call } = await startScraped()
    await dies(async (generations) => await advanceLocally({ ...job.deps, generations }, call, noPermits), job)
    const third = { ...job.deps, generations: new GenerationStore(job.store) }
    await assert.rejects(advanceLocally(third, call, noPermits), AdvanceBegunError)
  })

  it('is tried by a second worker for the first generation too, when its start may be repeated', async () => {
    const job = await runJob(input, () => ({ body: 'text' }), { generations: 0 })
    job.store.objects.clear()
    await job.store.put(inputKey(job), JSON.stringify({ ...input, id: job.id }))
    const call = { jobId: job.id, tenant: job.tenant, generation: -1, finished: [], outOfOrder: false, room: 16 }
    const first = { ...call, nowMs: 200_000, discovered: false }
    await dies(async (generations) => await advanceLocally({ ...job.deps, generations }, first, noPermits), job)
    assert.deepEqual([...job.store.objects.keys()], [inputKey(job)])
    const again = { ...first, mayRepeat: true as const }
    await dies(async (generations) => await advanceLocally({ ...job.deps, generations }, again, noPermits), job)
    const third = { ...job.deps, generations: new GenerationStore(job.store) }
    await assert.rejects(advanceLocally(third, again, noPermits), AdvanceBegunError)
  })

  it('writes nothing more while a worker has the frontier in memory', async () => {
    const { job, call } = await startScraped()
    const before = new Set(job.store.objects.keys())
    assert.equal((await advanceLocally(job.deps, call, noPermits)).counters.completed, 1)
    const written = [...job.store.objects.keys()].filter((key) => !before.has(key))
    assert.deepEqual(
      written.filter((key) => key.startsWith(`${jobPrefix(job)}advances/`)),
      [],
    )
  })

  it('succeeds in a worker without the frontier in memory', async () => {
    const { job, call } = await startScraped()
    const other = { ...job.deps, generations: new GenerationStore(job.store) }
    assert.equal((await advanceLocally(other, call, noPermits)).counters.completed, 1)
  })
})
