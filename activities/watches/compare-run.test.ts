import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { beginWatchRun } from './begin-run.ts'
import { pruneWatch } from './prune-runs.ts'
import { ref, site, watch, WatchLab } from './testing/watch-lab.ts'

const before = site({ '/': 'links: /a /b /c', '/a': 'a one', '/b': 'b one', '/c': 'c one' })
const after = site({ '/': 'links: /a /b /d', '/a': 'a two', '/b': 'b one', '/d': 'd one' })

describe('a run of a watch', () => {
  it('gives the same result when the store fails at any of its calls', async () => {
    const lab = new WatchLab()
    await lab.create()
    await lab.run(before)
    const begun = await lab.begin()
    await lab.work(begun, after)
    const start = new Map(lab.store.objects)
    const expected = await lab.compare(begun)
    assert.deepEqual(expected.counts, { new: 1, changed: 2, same: 1, removed: 1, failed: 0 })
    const whole = lab.objects()
    let faults = 0
    for (let at = 1; ; at += 1) {
      const again = new WatchLab()
      for (const [key, bytes] of start) again.store.objects.set(key, bytes)
      again.store.failsAt = at
      const failed = await again.compare(begun).catch((error: unknown) => error)
      if (!(failed instanceof Error)) break
      assert.ok(failed instanceof StoreUnavailableError)
      faults += 1
      // Until the end is stored, readers see the run in progress.
      if ((await again.deps.runs.run(ref, begun.n))?.end == null) {
        assert.equal((await again.deps.runs.newestEnded(ref, [1, 2]))?.start.n, 1)
      }
      assert.deepEqual(await again.compare(begun), expected, `fault at call ${at}`)
      assert.deepEqual(again.objects(), whole, `fault at call ${at}`)
    }
    assert.ok(faults > 10, `${faults} faults`)
  })

  it('keeps the last good state over runs that failed or were cancelled', async () => {
    const lab = new WatchLab()
    await lab.create()
    const [first] = await lab.run(before)
    assert.deepEqual(first.counts, { new: 4, changed: 0, same: 0, removed: 0, failed: 0 })
    for (const outcome of [{ status: 'failed', error: 'budget' }, { status: 'cancelled' }] as const) {
      const [result] = await lab.run(site({ '/': 'links: /a' }), outcome)
      assert.deepEqual([result.status, result.counts.removed], [outcome.status, 0])
    }
    const [last, verdicts] = await lab.run(after)
    assert.deepEqual(last.counts, { new: 1, changed: 2, same: 1, removed: 1, failed: 0 })
    assert.equal(verdicts.find(({ url }) => url.endsWith('/c'))?.reason, 'unlinked')
  })

  it('removes nothing while a page that was good has no verdict', async () => {
    const lab = new WatchLab()
    await lab.create()
    await lab.run(site({ '/': 'links: /hub', '/hub': 'links: /leaf', '/leaf': 'leaf' }))
    const [broken] = await lab.run(site({ '/': 'links: /hub', '/hub': 500 }))
    assert.deepEqual([broken.counts.removed, broken.counts.failed], [0, 1])
    const [mended] = await lab.run(site({ '/': 'links: /hub', '/hub': 'links: /leaf', '/leaf': 'leaf' }))
    assert.deepEqual(mended.counts, { new: 0, changed: 0, same: 3, removed: 0, failed: 0 })
  })

  it('makes a new base when the definition changes', async () => {
    const lab = new WatchLab()
    await lab.create()
    await lab.run(before)
    const old = await lab.deps.definitions.newest(ref)
    await lab.deps.definitions.replace({ ...old!, version: 2, name: 'renamed' })
    assert.equal((await lab.run(before))[0].counts.same, 4)
    await lab.deps.definitions.replace({ ...old!, version: 3, baseVersion: 3 })
    const [rebased] = await lab.run(before)
    assert.deepEqual(rebased.counts, { new: 4, changed: 0, same: 0, removed: 0, failed: 0 })
    assert.equal((await lab.deps.runs.run(ref, 3))?.end?.isFirst, true)
  })

  it('keeps the newest runs, the last good one and the texts they refer to', async () => {
    const lab = new WatchLab()
    await lab.create({ keepRuns: 2 })
    await lab.run(before)
    await lab.run(after)
    for (let times = 0; times < 3; times += 1) await lab.run(after, { status: 'failed', error: 'budget' })
    await pruneWatch(lab.deps, ref)
    assert.deepEqual(await lab.deps.runs.numbers(ref), [2, 4, 5])
    const texts = [...lab.objects().keys()].filter((key) => key.includes('/texts/'))
    assert.equal(texts.length, (await lab.deps.runs.state(ref, 2)).length)
    const [next] = await lab.run(after)
    assert.deepEqual(next.counts, { new: 0, changed: 0, same: 4, removed: 0, failed: 0 })
  })

  it('is not begun for a watch that is deleted, nor by the schedule of a paused one', async () => {
    const lab = new WatchLab()
    const input = { ...watch, trigger: 'schedule', nominalAt: '2026-11-23T00:00:00.000Z', requestId: 'r' } as const
    assert.equal(await beginWatchRun(lab.deps, input, Date.now()), null)
    await lab.create({ paused: true })
    assert.equal(await beginWatchRun(lab.deps, input, Date.now()), null)
    assert.ok((await beginWatchRun(lab.deps, { ...input, trigger: 'manual' }, Date.now())) !== null)
  })
})
