import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { begunKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { awaitFlush } from './await-flush.ts'

const job = { tenant: 'acme', id: 'crawl-1' }

/**
 * Returns how long the wait for slices 0 to 2 took by a clock that only its pauses move, milliseconds.
 * @param onPause called before each pause with the time so far.
 */
async function waitedMs(
  store: MemoryStore,
  graceMs: number,
  onPause: (nowMs: number) => Promise<void> | void = () => undefined,
): Promise<number> {
  let nowMs = 0
  const sleep = async (ms: number): Promise<void> => {
    await onPause(nowMs)
    nowMs += ms
  }
  await awaitFlush(store, job, [0, 1, 2], graceMs, { nowMs: () => nowMs, sleep })
  return nowMs
}

describe('awaitFlush', () => {
  it('does not wait for slices that have started nothing or have left their result', async () => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 1, 1), 'Aw==')
    await store.put(sliceResultKey(job, 1), '{}')
    assert.equal(await waitedMs(store, 5_000), 0)
  })

  it('ends as soon as the last result is stored', async () => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 2, 1), 'Aw==')
    const { flushPollMs } = temporalLimits
    const storing = async (nowMs: number): Promise<void> => {
      if (nowMs === 3 * flushPollMs) await store.put(sliceResultKey(job, 2), '{}')
    }
    assert.equal(await waitedMs(store, 5_000, storing), 4 * flushPollMs)
  })

  it('ends at its deadline when the worker of a slice without a result is gone', async () => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 2, 1), 'Aw==')
    assert.equal(await waitedMs(store, 4 * temporalLimits.flushPollMs), 4 * temporalLimits.flushPollMs)
    assert.equal(await waitedMs(store, -1), 0)
  })

  it('waits as long when the clock of the machine is set meanwhile', async (t) => {
    const store = new MemoryStore()
    await store.put(begunKey(job, 2, 1), 'Aw==')
    const real = Date.now
    let jumpMs = 0
    t.mock.method(Date, 'now', () => real() + jumpMs)
    for (const toMs of [-3_600_000, 3_600_000]) {
      jumpMs = 0
      setTimeout(() => (jumpMs = toMs), 150)
      const beganMs = performance.now()
      await awaitFlush(store, job, [0, 1, 2], 400)
      const tookMs = performance.now() - beganMs
      assert.ok(tookMs >= 390 && tookMs < 60_000, `${tookMs} ms`)
    }
  })
})
