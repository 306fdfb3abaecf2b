import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { begunKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { awaitFlush } from './await-flush.ts'

const job = { tenant: 'acme', id: 'crawl-1' }

/** Returns how long the wait for slices 0 to 2 took, milliseconds. */
async function waitedMs(store: MemoryStore, graceMs: number): Promise<number> {
  const beganMs = performance.now()
  await awaitFlush(store, job, [0, 1, 2], graceMs)
  return performance.now() - beganMs
}

describe('awaitFlush', () => {
  it('does not wait for slices that have started nothing or have left their result', async () => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 1, 1), 'Aw==')
    await store.put(sliceResultKey(job, 1), '{}')
    assert.ok((await waitedMs(store, 5_000)) < 1_000)
  })

  it('ends as soon as the last result is stored', async () => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 2, 1), 'Aw==')
    setTimeout(() => void store.put(sliceResultKey(job, 2), '{}'), 300)
    const tookMs = await waitedMs(store, 5_000)
    assert.ok(tookMs >= 290 && tookMs < 2_000, `${tookMs} ms`)
  })

  it('ends at its deadline when the worker of a slice without a result is gone', async () => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 2, 1), 'Aw==')
    const tookMs = await waitedMs(store, 400)
    assert.ok(tookMs >= 390 && tookMs < 2_000, `${tookMs} ms`)
    assert.ok((await waitedMs(store, -1)) < 300)
  })

  it('waits as long when the clock of the machine is set meanwhile', async (t) => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 2, 1), 'Aw==')
    for (const jumpMs of [-3_600_000, 3_600_000]) {
      const real = Date.now
      const { mock } = t.mock.method(Date, 'now', () => real() + jumpMs)
      const tookMs = await waitedMs(store, 400)
      mock.restore()
      assert.ok(tookMs >= 390 && tookMs < 2_000, `${tookMs} ms`)
    }
  })
})
