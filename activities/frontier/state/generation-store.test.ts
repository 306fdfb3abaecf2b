import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import {
  batchUrlsKey,
  frontierDeltaKey,
  frontierPrefix,
  inputKey,
  sliceKey,
  sliceResultKey,
} from '@seine/shared/storage/object-keys.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { SliceList } from '@seine/shared/pages/slice-shapes.ts'
import { advanceFrontier, type AdvanceDeps } from '../advance-frontier.ts'
import { GenerationStore } from './generation-store.ts'

/** Counts reads of the frontier. */
class ReadStore extends MemoryStore {
  frontierReads = 0

  override async get(key: string): Promise<Uint8Array | null> {
    if (key.includes('/frontier/')) this.frontierReads += 1
    return await super.get(key)
  }

  override async list(...args: Parameters<MemoryStore['list']>): Promise<string[]> {
    if (args[0].includes('/frontier/')) this.frontierReads += 1
    return await super.list(...args)
  }
}

const input = batchJobInput({ lines: 400 })

/** A batch whose slices all succeed; the test chooses which process advances it. */
async function lab() {
  const store = new ReadStore()
  const urls = Array.from({ length: 400 }, (_, at) => `http://site-${at % 4}.test/${at}`)
  await store.put(inputKey(input), JSON.stringify(input))
  await store.put(batchUrlsKey(input), JSON.stringify(urls))
  const worker = (): AdvanceDeps => ({
    store,
    inputs: new JobInputs(store),
    generations: new GenerationStore(store),
    hostStallBudgetMs: 1_000,
  })
  let last: AdvanceResult | null = null
  const running: number[] = []
  const callNow = (finished: number[]): AdvanceInput => ({
    jobId: input.id,
    tenant: input.tenant,
    generation: last?.generation ?? -1,
    finished,
    outOfOrder: false,
    room: 2,
    nowMs: 1,
    discovered: true,
  })
  const finish = async (): Promise<number[]> => {
    const slice = running.shift()
    if (slice === undefined) return []
    const { pages } = (await store.getJson<SliceList>(sliceKey(input, slice)))!
    const outcomes = pages.map(({ seq, url }) => ({ seq, kind: 'scraped', finalUrl: url, links: [], linksDropped: 0 }))
    await store.put(
      sliceResultKey(input, slice),
      JSON.stringify({ slice, segments: [], urls: [], outcomes, hosts: [] }),
    )
    return [slice]
  }
  /** Advances once. @returns the number of frontier reads, the call and its result. */
  const advance = async (by: AdvanceDeps): Promise<{ reads: number; call: AdvanceInput; result: AdvanceResult }> => {
    const call = callNow(await finish())
    const before = store.frontierReads
    const result = await advanceFrontier(by, call)
    last = result
    running.push(...result.slices.map(({ slice }) => slice))
    return { reads: store.frontierReads - before, call, result }
  }
  return { store, worker, advance }
}

describe('reads of a frontier', () => {
  it('are not needed while one worker advances it', async () => {
    const { worker, advance } = await lab()
    const one = worker()
    for (let turn = 0; turn < 4; turn += 1) assert.equal((await advance(one)).reads, 0)
  })

  it('are those of the generations that a worker lacks, and no more', async () => {
    const { worker, advance } = await lab()
    const [one, other] = [worker(), worker()]
    for (let turn = 0; turn < 2; turn += 1) await advance(one)
    // Two generations, and the listing that looks for a snapshot.
    assert.equal((await advance(other)).reads, 3)
    for (let turn = 0; turn < 2; turn += 1) assert.equal((await advance(other)).reads, 0)
    assert.equal((await advance(one)).reads, 3)
  })

  it('are one when a call is repeated whose answer was lost, and memory is kept', async () => {
    const { store, worker, advance } = await lab()
    const one = worker()
    await advance(one)
    const { call, result } = await advance(one)
    const before = store.frontierReads
    const objects = (await store.list(frontierPrefix(input))).length
    assert.deepEqual(await advanceFrontier(one, { ...call, nowMs: 99 }), { ...result, repeated: true })
    // The second is the listing made by this test itself.
    assert.equal(store.frontierReads - before, 2)
    assert.equal((await store.list(frontierPrefix(input))).length, objects)
    assert.equal((await advance(one)).reads, 0)
  })

  it('stay none after an older generation has been looked at', async () => {
    const { worker, advance } = await lab()
    const one = worker()
    await advance(one)
    const { result } = await advance(one)
    const old = await one.generations.load(input, result.generation - 1, input)
    one.generations.giveBack(input, old)
    assert.equal((await advance(one)).reads, 0)
  })
})

describe('very large crawls', () => {
  it('may have more generations than a call has arguments', async () => {
    const store = new MemoryStore()
    const keys = Array.from({ length: 200_000 }, (_, generation) => frontierDeltaKey(input, generation))
    store.list = async () => await Promise.resolve(keys)
    assert.equal(await new GenerationStore(store).lastGeneration(input), 199_999)
  })

  it('do not displace the frontiers of other jobs from memory, nor are displaced by them', async () => {
    const generations = new GenerationStore(new MemoryStore())
    const [large, small] = ['large', 'small'].map((id) => ({ ...input, id }))
    for (const job of [large!, small!]) {
      const state = await generations.load(job, -1, job)
      if (job === large) state.entries.length = 1_000_000
      generations.giveBack(job, state)
    }
    assert.deepEqual([generations.keeps(large!), generations.keeps(small!)], [true, true])
  })
})
