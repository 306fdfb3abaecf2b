import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import { sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { endedSlice } from './slice-result.ts'

const job = crawlJobInput()
const slice = 3
const summary = { slice, startedFirst: 2, completed: 2, failed: 0, returned: 0, segments: 1, links: 0 }

describe('endedSlice', () => {
  it('returns the summary of the result that is stored', async () => {
    const store = new MemoryStore()
    await store.put(sliceResultKey(job, slice), JSON.stringify({ slice, summary, outcomes: [] }))
    assert.deepEqual(await endedSlice(store, job, slice), summary)
  })

  it('returns null when there is no result, or only that of another slice or job', async () => {
    const store = new MemoryStore()
    await store.put(sliceResultKey(job, slice), JSON.stringify({ slice, summary, outcomes: [] }))
    assert.equal(await endedSlice(store, job, slice + 1), null)
    assert.equal(await endedSlice(store, { ...job, id: 'another' }, slice), null)
  })

  it('returns null for a damaged result, which the frontier rebuilds', async () => {
    const key = sliceResultKey(job, slice)
    const getJson = () => Promise.reject(new DamagedObjectError(key, 'it is cut off'))
    assert.equal(await endedSlice({ getJson }, job, slice), null)
  })

  it('fails while the store does not answer, so that the attempt is repeated', async () => {
    const getJson = () => Promise.reject(new StoreUnavailableError('object store: down'))
    await assert.rejects(endedSlice({ getJson }, job, slice), StoreUnavailableError)
  })
})
