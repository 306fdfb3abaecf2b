import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ApplicationFailure } from '@temporalio/activity'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { discoveryKey, inputKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing, SealError } from '@seine/shared/storage/sealing.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { fakeRobots, FakeWeb } from '../page/testing/fake-web.ts'
import { discoverDespiteFaults } from './discover-despite-faults.ts'
import type { DiscoverDeps, DiscoveryList } from './discover-sitemaps.ts'

const sealingOf = () => readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })!
const signal = new AbortController().signal
const input = crawlJobInput()
const call = { jobId: input.id, tenant: input.tenant, startSlice: 0 }

/** A job whose secrets are sealed with a key that the process does not have. */
async function withLostKey() {
  const store = new MemoryStore()
  const sealed = sealingOf().seal(JSON.stringify({ headers: { 'x-token': '1' }, body: null, values: [] }), input.id)
  await store.put(inputKey(input), JSON.stringify({ ...input, sealed }))
  const egress = new FakeWeb(() => ({ body: '' }))
  const deps: DiscoverDeps & { logger: { warn: () => void } } = {
    store,
    inputs: new JobInputs(store, sealingOf()),
    egress,
    robots: fakeRobots([]),
    agentToken: 'SeineBot',
    logger: { warn: () => undefined },
  }
  return { store, deps, egress }
}

describe('discoverDespiteFaults', () => {
  it('ends the job instead of leaving sitemaps out when its secrets cannot be opened', async () => {
    const { store, deps, egress } = await withLostKey()
    await assert.rejects(discoverDespiteFaults(deps, call, signal, { attempt: 3, pausesMs: [1, 1] }), SealError)
    await assert.rejects(discoverDespiteFaults(deps, call, signal, { attempt: 4, pausesMs: [1, 1] }), (error) => {
      assert.ok(error instanceof ApplicationFailure)
      assert.deepEqual([error.type, error.nonRetryable], ['SealError', true])
      return true
    })
    assert.deepEqual(egress.requests, [])
    assert.equal(store.objects.has(discoveryKey(input)), false)
  })

  it('leaves out the sitemaps of a job whose other objects cannot be read', async () => {
    const { store, deps } = await withLostKey()
    await store.put(inputKey(input), JSON.stringify(input))
    const robots = { ...deps.robots, load: async () => await Promise.reject(new RangeError('x')) }
    assert.equal(await discoverDespiteFaults({ ...deps, robots }, call, signal, { pausesMs: [1, 1] }), 0)
    const list = await store.getJson<DiscoveryList>(discoveryKey(input))
    assert.match(list!.warnings.join(), /the sitemaps of the site could not be read/)
  })
})
