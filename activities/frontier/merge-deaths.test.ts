import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { segmentKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { runJob, type RunJob } from '../archive/testing/run-job.ts'
import { advanceDespiteFaults } from './advance-despite-faults.ts'
import { GenerationStore } from './state/generation-store.ts'

const paths = Array.from({ length: 60 }, (_, n) => `/p${n}`)
const input = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 100 })

/** A crawl whose start page is merged, and of which several slices have been scraped but not merged. */
async function severalScraped(): Promise<RunJob> {
  const site = (url: string) => ({ body: url === 'http://site.test/' ? `links: ${paths.join(' ')}` : 'text' })
  const job = await runJob(input, site, { generations: 1 })
  for (const task of job.leased) await job.runSlice(task)
  assert.ok(job.leased.length >= 2, `${job.leased.length} slices`)
  return job
}

/**
 * Advances until an attempt succeeds, as Temporal and the counted attempts do. An attempt dies when it reads an object
 * whose key is given.
 */
async function advanceDespiteDeaths(job: RunJob, deadly: readonly string[]) {
  const { store } = job
  for (const method of ['get', 'getJson', 'getStream'] as const) {
    const read = (store as never)[method] as ((key: string, ...rest: unknown[]) => unknown) | undefined
    if (read === undefined) continue
    ;(store as never as Record<string, unknown>)[method] = async (key: string, ...rest: unknown[]) => {
      if (deadly.includes(key)) throw new Error('the worker dies')
      return await read.call(store, key, ...rest)
    }
  }
  const finished = job.leased.map(({ slice }) => slice)
  for (let faults = 0; ; faults += 1) {
    // Each attempt is made by another worker.
    const deps = { ...job.deps, generations: new GenerationStore(store), logger: { warn: () => undefined } }
    const call = { jobId: job.id, tenant: job.tenant, generation: 1, finished, outOfOrder: true, room: 16 }
    const attempt = advanceDespiteFaults(
      deps,
      { ...call, nowMs: 900_000, discovered: true },
      { faults, pausesMs: [1, 1] },
    )
    try {
      return { ...(await attempt), faults }
    } catch (error) {
      if ((error as Error).message !== 'the worker dies') throw error
    }
  }
}

describe('an advance in which one of several slices kills the worker', () => {
  it('takes that slice from its segments, and the others as they are', async () => {
    const job = await severalScraped()
    const poisoned = job.leased.at(-1)!
    const { counters, warnings, merged, faults } = await advanceDespiteDeaths(job, [
      sliceResultKey(job, poisoned.slice),
    ])
    assert.deepEqual([merged.length, faults], [job.leased.length, 3])
    assert.equal(counters.failed, 0)
    assert.equal(warnings.length, 1)
    assert.match(
      warnings[0]!,
      new RegExp(`the result of slice ${poisoned.slice} made merging fail: ${poisoned.pages} `),
    )
  })

  it('fails the pages of that slice alone when its segments kill the worker too', async () => {
    const job = await severalScraped()
    const pages = job.leased.reduce((sum, task) => sum + task.pages, 0)
    const poisoned = job.leased[0]!
    const deadly = [sliceResultKey(job, poisoned.slice), segmentKey(job, poisoned.slice, 1, 0)]
    const { counters, faults } = await advanceDespiteDeaths(job, deadly)
    assert.deepEqual([counters.completed, counters.failed, faults], [1 + pages - poisoned.pages, poisoned.pages, 6])
  })

  it('puts two such slices aside, one after the other', async () => {
    const job = await severalScraped()
    const [first, second] = job.leased.map(({ slice }) => slice)
    const deadly = [first!, second!].map((slice) => sliceResultKey(job, slice))
    const { counters, warnings, faults } = await advanceDespiteDeaths(job, deadly)
    assert.deepEqual([counters.failed, faults], [0, 5])
    assert.match(warnings.join(), /the results of 2 slices were lost and taken from their segments/)
  })
})
