import assert from 'node:assert/strict'
import { it } from 'node:test'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { skippedPrefix } from '@seine/shared/watches/watch-keys.ts'
import { countSkippedRuns, foldSkippedRuns, noteSkippedRun } from './skipped-runs.ts'
import { WatchLab } from './testing/watch-lab.ts'

const watch = { tenant: 'acme', id: 'watch-1' }
const firstMs = Date.parse('2026-11-23T00:00:00Z')
const many = watchLimits.skippedMarksMax + 1

async function note(store: MemoryStore, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1) {
    const nominalAt = new Date(firstMs + at * 60_000).toISOString()
    await noteSkippedRun({ store }, { tenant: watch.tenant, watchId: watch.id, nominalAt })
  }
}

it('counts skipped runs with a bounded number of objects', async () => {
  const store = new MemoryStore()
  await note(store, 0, many - 1)
  await foldSkippedRuns(store, watch)
  assert.equal((await store.list(skippedPrefix(watch))).length, many - 1)
  for (let all = many; all < many * 3; all += 50) {
    await note(store, 0, all)
    await foldSkippedRuns(store, watch)
    assert.equal(await countSkippedRuns(store, watch), all)
    await foldSkippedRuns(store, watch)
    assert.ok((await store.list(skippedPrefix(watch))).length <= many)
  }
})

it('counts each skipped run once when the store fails while marks are replaced', async () => {
  for (let failsAt = 1, failed = true; failed; failsAt += 1) {
    const { store } = new WatchLab()
    await note(store, 0, many)
    await foldSkippedRuns(store, watch)
    await note(store, many, many * 2)
    store.calls = 0
    store.failsAt = failsAt
    failed = await foldSkippedRuns(store, watch).then(
      () => false,
      () => true,
    )
    store.failsAt = Infinity
    assert.equal(await countSkippedRuns(store, watch), many * 2)
    await foldSkippedRuns(store, watch)
    assert.equal(await countSkippedRuns(store, watch), many * 2)
    assert.ok((await store.list(skippedPrefix(watch))).length < many)
  }
})
