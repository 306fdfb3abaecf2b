import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { frontierDeltaKey, mergeMarksPrefix, segmentKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { runJob, type RunJob } from '../archive/testing/run-job.ts'
import { advanceDespiteFaults } from './advance-despite-faults.ts'
import { GenerationStore } from './state/generation-store.ts'

const input = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 100 })
const site = () => ({ body: 'links: /a /b' })

/** A crawl whose start page has been scraped but not merged. */
async function startScraped(): Promise<RunJob> {
  const job = await runJob(input, site, { generations: 0 })
  for (const task of job.leased) await job.runSlice(task)
  return job
}

async function advance(job: RunJob, faults = 0) {
  const warned: unknown[] = []
  const deps = { ...job.deps, logger: { warn: (facts: unknown) => warned.push(facts) } }
  const call = { jobId: job.id, tenant: job.tenant, generation: 0, finished: [0], outOfOrder: false, room: 16 }
  const result = await advanceDespiteFaults(
    deps,
    { ...call, nowMs: 200_000, discovered: true },
    { faults, pausesMs: [1, 1] },
  )
  return { ...result, warned }
}

/** Replaces a text in a stored object. */
function spoil(job: RunJob, key: string, from: string, to: string): void {
  const text = job.store.objects.get(key)!.toString('utf8')
  assert.ok(text.includes(from))
  job.store.objects.set(key, Buffer.from(text.replaceAll(from, to)))
}

describe('a slice that cannot be merged', () => {
  it('is taken from its segments, and the job continues', async () => {
    const job = await startScraped()
    spoil(job, sliceResultKey(job, 0), '"finalUrl":"http://site.test/"', '"finalUrl":"no URL"')
    const { counters, warnings, merged, warned } = await advance(job)
    assert.deepEqual(merged, [0])
    assert.equal(counters.completed, 1)
    assert.equal(counters.pending, 2)
    assert.match(warnings.join(), /the result of slice 0 made merging fail: 1 of its pages were taken/)
    assert.equal(warned.length, 1)
  })

  it('fails its pages when its segments cannot be merged either', async () => {
    const job = await startScraped()
    for (const key of [sliceResultKey(job, 0), segmentKey(job, 0, 1, 0)])
      spoil(job, key, '"finalUrl":"http://site.test/"', '"finalUrl":"no URL"')
    const { counters, failure } = await advance(job)
    assert.deepEqual([counters.completed, counters.failed], [0, 1])
    assert.match(failure ?? '', /start page/)
  })
})

describe('an advance that has killed its worker', () => {
  it('takes all finished slices from their segments after three attempts, and fails their pages after six', async () => {
    const same = await advance(await startScraped(), 2)
    assert.deepEqual([same.counters.completed, same.warnings], [1, []])
    const segments = await advance(await startScraped(), 3)
    assert.deepEqual([segments.counters.completed, segments.counters.pending], [1, 2])
    assert.match(segments.warnings.join(), /the result of slice 0 made merging fail: 1 of its pages were taken/)
    const failures = await advance(await startScraped(), 6)
    assert.deepEqual([failures.counters.completed, failures.counters.failed], [0, 1])
    await assert.rejects(advance(await startScraped(), 9), { type: 'AttemptsFailedError', nonRetryable: true })
  })
})

describe('marks of merges', () => {
  const marked = async (marks: number): Promise<RunJob> => {
    const job = await startScraped()
    for (let attempt = 0; attempt < marks; attempt += 1)
      job.store.objects.set(`${mergeMarksPrefix(job, 1)}${attempt}`, Buffer.from('0'))
    return job
  }

  it('put a slice aside for as many attempts as were counted as faults, not for excused ones', async () => {
    assert.match((await advance(await marked(2), 3)).warnings.join(), /the result of slice 0 made merging fail/)
    for (const [marks, faults] of [
      [2, 1],
      [5, 2],
    ] as const)
      assert.deepEqual((await advance(await marked(marks), faults)).warnings, [], `${marks} marks`)
  })
})

describe('a generation that cannot be read', () => {
  it('ends the advance for good after three times', async () => {
    for (const damage of ['gone', '{"ops":', '{"version":1,"generation":0,"ops":[["change",5,{}]]}']) {
      const job = await startScraped()
      const key = frontierDeltaKey(job, 0)
      if (damage === 'gone') job.store.objects.delete(key)
      else job.store.objects.set(key, Buffer.from(damage))
      job.deps.generations = new GenerationStore(job.store)
      await assert.rejects(advance(job), { type: 'FrontierLostError', nonRetryable: true })
    }
  })
})
