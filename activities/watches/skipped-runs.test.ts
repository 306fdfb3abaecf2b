import assert from 'node:assert/strict'
import { it } from 'node:test'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { scheduleSkipsKey, skippedPrefix } from '@seine/shared/watches/watch-keys.ts'
import { pruneWatch } from './prune-runs.ts'
import { countSkippedRuns, foldSkippedRuns, noteSkippedRun } from './skipped-runs.ts'
import { ref, site, WatchLab } from './testing/watch-lab.ts'

const watch = { tenant: 'acme', id: 'watch-1' }
const firstMs = Date.parse('2026-11-23T00:00:00Z')
const many = watchLimits.skippedMarksMax + 1

async function note(store: MemoryStore, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1) {
    const nominalAt = new Date(firstMs + at * 60_000).toISOString()
    await noteSkippedRun(
      { store, logger: { warn: () => undefined } },
      { tenant: watch.tenant, watchId: watch.id, nominalAt },
    )
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

it('counts in the metrics, after each run, what the schedule has skipped meanwhile', async () => {
  const lab = new WatchLab()
  await lab.create()
  const total = async () => (await metrics.watchSkips.get()).values[0]?.value ?? 0
  const afterRun = async (scheduleSkips: number): Promise<number> => {
    const before = await total()
    await lab.run(site({ '/': 'words' }))
    lab.scheduleSkips = scheduleSkips
    await pruneWatch(lab.deps, ref)
    return (await total()) - before
  }
  const counted: number[] = []
  // The last schedule was created again.
  for (const skips of [0, 3, 3, 5, 1]) counted.push(await afterRun(skips))
  assert.deepEqual(counted, [0, 3, 0, 2, 1])
  const skipped = lab.logged.filter((fields) => 'skipped' in fields)
  assert.deepEqual(
    skipped,
    [3, 2, 1].map((runs) => ({ watchId: ref.id, skipped: runs })),
  )
  // An activity that is repeated counts nothing twice.
  const before = await total()
  await pruneWatch(lab.deps, ref)
  assert.equal(await total(), before)
})

it('counts none of the skips of a watch from the time when no release counted them', async () => {
  const lab = new WatchLab()
  await lab.create()
  const total = async () => (await metrics.watchSkips.get()).values[0]?.value ?? 0
  const before = await total()
  const counted: number[] = []
  for (const skips of [5, 7, 9]) {
    await lab.run(site({ '/': 'words' }))
    lab.scheduleSkips = skips
    // The release of the first run stored no count.
    if (skips > 5) await pruneWatch(lab.deps, ref)
    counted.push((await total()) - before)
  }
  assert.deepEqual(counted, [0, 0, 2])
  // A count that is lost is not zero either.
  await lab.store.delete([scheduleSkipsKey(ref)])
  await pruneWatch(lab.deps, ref)
  assert.equal((await total()) - before, 2)
})
