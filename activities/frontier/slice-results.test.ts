import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { begunKey, discoveryKey, inputKey, segmentKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { AdvanceInput } from '@seine/shared/temporal/shapes.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { Bitmap } from '../segments/bitmap.ts'
import { failedRecord, type FinishedPage } from '../segments/page-record.ts'
import { cutOffFaults } from '../slice/slice-stop.ts'
import type { SlicePage } from '@seine/shared/pages/slice-shapes.ts'
import { advanceFrontier } from './advance-frontier.ts'
import { GenerationStore } from './state/generation-store.ts'

const input = crawlJobInput()

/** A crawl whose slice 0, the start page, is leased. */
async function leasedCrawl() {
  const store = new MemoryStore()
  await store.put(inputKey(input), JSON.stringify(input))
  const deps = {
    store,
    inputs: new JobInputs(store),
    generations: new GenerationStore(store),
    hostStallBudgetMs: 900_000,
  }
  const call = (generation: number, finished: number[]): AdvanceInput => ({
    jobId: input.id,
    tenant: input.tenant,
    generation,
    finished,
    outOfOrder: false,
    room: 16,
    nowMs: 1_000_000 + generation,
    discovered: generation >= 0,
  })
  const first = await advanceFrontier(deps, call(-1, []))
  assert.deepEqual(
    first.slices.map(({ slice }) => slice),
    [0],
  )
  return { store, advance: async () => await advanceFrontier(deps, call(0, [0])) }
}

const startPage: SlicePage = {
  seq: 0,
  url: input.url,
  depth: 0,
  parent: null,
  attempt: 0,
  attempted: false,
  linksOnly: false,
  lines: 1,
}

const lineOf = ({ head }: FinishedPage): string => JSON.stringify({ ...head, outputs: {} })

describe('the result of a finished slice that is missing', () => {
  it('is made from its segments, with a warning that names the slice', async () => {
    const { store, advance } = await leasedCrawl()
    const record = failedRecord(startPage, { index: 0, lane: 'http', following: 'all' }, { code: 'gone', message: 'x' })
    const segment = segmentKey(input, 0, 1, 0)
    await store.put(segment, lineOf(record))
    const { counters, warnings, merged } = await advance()
    assert.deepEqual(merged, [0])
    assert.deepEqual(counters, { total: 1, completed: 0, failed: 1, pending: 0 })
    assert.deepEqual(warnings, [
      'the result of slice 0 was lost: 1 of its pages were taken from their segments, 0 are fetched again',
    ])
  })

  it('keeps pages that had begun as attempted, and has them fetched again', async () => {
    const { store, advance } = await leasedCrawl()
    const begun = new Bitmap(1)
    begun.add(0)
    await store.put(begunKey(input, 0, 1), begun.toString())
    const { counters, slices, wakeAtMs, warnings } = await advance()
    assert.deepEqual(counters, { total: 1, completed: 0, failed: 0, pending: 0 })
    assert.ok(slices.length === 1 || wakeAtMs !== null)
    assert.match(warnings[0]!, /slice 0 was lost: 0 of its pages .* 1 are fetched again/)
  })

  it('has pages fetched again that a lost attempt cut off', async () => {
    const { store, advance } = await leasedCrawl()
    const place = { index: 0, lane: 'http', following: 'all' } as const
    await store.put(segmentKey(input, 0, 1, 0), lineOf(failedRecord(startPage, place, cutOffFaults.disowned)))
    const { counters, failure, slices, wakeAtMs } = await advance()
    assert.deepEqual([counters, failure], [{ total: 1, completed: 0, failed: 0, pending: 0 }, null])
    assert.ok(slices.length === 1 || wakeAtMs !== null)
  })

  it('is waited for', async () => {
    const { store, advance } = await leasedCrawl()
    const outcome = { seq: 0, kind: 'failed', code: 'gone', message: 'x' }
    const result = { slice: 0, segments: [], urls: [], outcomes: [outcome], hosts: [] }
    setTimeout(() => void store.put(sliceResultKey(input, 0), JSON.stringify(result)), 100)
    const { counters, warnings } = await advance()
    assert.deepEqual([counters.failed, warnings], [1, []])
  })

  it('is rebuilt when it is damaged, or names pages that the slice does not have', async () => {
    for (const stored of [
      '{"slice":0,"outco',
      '{"segments":[],"urls":[],"hosts":[],"outcomes":[{"seq":7,"kind":"failed"}]}',
    ]) {
      const { store, advance } = await leasedCrawl()
      await store.put(sliceResultKey(input, 0), stored)
      const record = failedRecord(
        startPage,
        { index: 0, lane: 'http', following: 'all' },
        { code: 'gone', message: 'x' },
      )
      await store.put(segmentKey(input, 0, 1, 0), lineOf(record))
      const { counters, warnings } = await advance()
      assert.deepEqual([counters.failed, counters.total], [1, 1])
      assert.match(warnings.join(), /the result of slice 0 cannot be read \(.*\): 1 of its pages were taken/)
    }
  })
})

describe('a damaged list of sitemap URLs', () => {
  it('is left out with a warning', async () => {
    for (const stored of ['{"urls":[', '{"urls":["no URL"],"warnings":[]}']) {
      const { store, advance } = await leasedCrawl()
      await store.put(discoveryKey(input), stored)
      const outcome = { seq: 0, kind: 'failed', code: 'gone', message: 'x' }
      const result = { slice: 0, segments: [], urls: [], outcomes: [outcome], hosts: [] }
      await store.put(sliceResultKey(input, 0), JSON.stringify(result))
      const { counters, warnings } = await advance()
      assert.equal(counters.failed, 1)
      assert.match(warnings.join(), /the URLs of the sitemaps cannot be read \(.*\)/)
    }
  })
})
