import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import {
  duePrefix,
  dueRunOf,
  packsPrefix,
  runStartKey,
  runStateKey,
  textKey,
} from '@seine/shared/watches/watch-keys.ts'
import { beginWatchRun } from './begin-run.ts'
import { markDue, markSent } from './due-runs.ts'
import { pruneWatch } from './prune-runs.ts'
import { countSkippedRuns } from './skipped-runs.ts'
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

  it('is not compared by the rules of a later definition', async () => {
    const lab = new WatchLab()
    await lab.create()
    await lab.run(before)
    const begun = await lab.begin()
    const old = (await lab.deps.definitions.newest(ref))!
    const changed = { ...old, version: 2, baseVersion: 2, track: { ...old.track, mode: 'text' as const } }
    await lab.deps.definitions.replace(changed)
    await lab.deps.definitions.replace({ ...changed, version: 3, paused: true })
    await lab.work(begun, before)
    const { status, counts } = await lab.compare(begun)
    assert.deepEqual([status, counts], ['cancelled', { new: 0, changed: 0, same: 0, removed: 0, failed: 0 }])
    assert.match((await lab.deps.runs.run(ref, begun.n))?.end?.error ?? '', /the watch was changed/)
    const [next] = await lab.run(before)
    assert.equal(next.counts.new, 4)
  })

  it('is compared as before when the watch was paused and resumed during it', async () => {
    const lab = new WatchLab()
    await lab.create()
    await lab.run(before)
    const begun = await lab.begin()
    const old = (await lab.deps.definitions.newest(ref))!
    await lab.deps.definitions.replace({ ...old, version: 2, paused: true })
    await lab.deps.definitions.replace({ ...old, version: 3, paused: false })
    await lab.work(begun, after)
    assert.equal((await lab.compare(begun)).counts.changed, 2)
  })

  it('has the rules of its job when its start was stored with an earlier definition', async () => {
    const lab = new WatchLab()
    await lab.create()
    const begun = await lab.begin()
    const input = { ...watch, trigger: 'manual', runId: begun.runId, nominalAt: '', requestId: 'r' } as const
    const old = (await lab.deps.definitions.newest(ref))!
    const job = { ...old.job, limit: 7 }
    await lab.deps.definitions.replace({ ...old, version: 2, baseVersion: 2, job })
    lab.store.objects.delete(inputKey({ tenant: ref.tenant, id: begun.jobId }))
    assert.deepEqual((await beginWatchRun(lab.deps, input, Date.now()))?.job, begun.job)
    const stored = await lab.store.getJson<JobInput>(inputKey({ tenant: ref.tenant, id: begun.jobId }))
    assert.equal(stored?.limit, 50)
  })

  it('names pages as changed, without a diff, whose earlier text is lost or damaged', async () => {
    const lab = new WatchLab()
    await lab.create({ track: { mode: 'markdown', ignoreSelectors: [], ignorePatterns: [], minChangedWords: 2 } })
    await lab.run(before)
    const texts = (await lab.deps.runs.state(ref, 1)).map(({ hash }) => textKey(ref, hash))
    lab.store.objects.delete(texts[0]!)
    lab.store.damaged.add(texts[1]!)
    const [run, verdicts] = await lab.run(
      site({ '/': 'links: /a /b /c\nmore words', '/a': 'a two words', '/b': 'b one', '/c': 'c now three words' }),
    )
    assert.deepEqual(run.counts, { new: 0, changed: 3, same: 1, removed: 0, failed: 0 })
    assert.equal(verdicts.filter(({ state, diff }) => state === 'changed' && diff === null).length, 2)
    assert.match(
      (await lab.deps.runs.run(ref, 2))?.end?.warnings.join() ?? '',
      /^2 texts of earlier runs cannot be read/,
    )
    assert.equal((await lab.run(after))[0].status, 'completed')
  })

  for (const fault of ['lost', 'damaged'] as const) {
    it(`makes a new base when the last good state is ${fault}`, async () => {
      const lab = new WatchLab()
      await lab.create({ keepRuns: 1 })
      await lab.run(before)
      if (fault === 'lost') lab.store.objects.delete(runStateKey(ref, 1))
      else lab.store.damaged.add(runStateKey(ref, 1))
      await lab.run(before, { status: 'failed', error: 'budget' })
      await pruneWatch(lab.deps, ref)
      const [run] = await lab.run(after)
      assert.deepEqual([run.status, run.counts.new], ['completed', 4])
      const end = (await lab.deps.runs.run(ref, 3))?.end
      assert.deepEqual([end?.isFirst, end?.good], [true, 3])
      assert.match(end?.warnings.join() ?? '', /cannot be read: this run is a new base/)
      await pruneWatch(lab.deps, ref)
      assert.deepEqual((await lab.run(after))[0].counts, { new: 0, changed: 0, same: 4, removed: 0, failed: 0 })
    })
  }

  it('names pages whose stored content is lost by then', async () => {
    const lab = new WatchLab()
    await lab.create()
    await lab.run(before)
    const begun = await lab.begin()
    await lab.work(begun, before)
    lab.store.objects.delete(runStateKey(ref, 1))
    for (const key of lab.store.objects.keys()) if (key.startsWith(packsPrefix(ref))) lab.store.objects.delete(key)
    assert.equal((await lab.compare(begun)).counts.failed, 4)
    const reasons = (await lab.verdicts(begun.n)).map(({ reason }) => reason)
    assert.deepEqual(new Set(reasons), new Set(['result_lost']))
  })

  it('is kept while its notices or its mail are due', async () => {
    const lab = new WatchLab()
    await lab.create({ keepRuns: 1, hasWebhook: true, hasEmail: true })
    await lab.run(before)
    await lab.run(after)
    await lab.run(after)
    const endedAt = '2026-11-23T01:00:00.000Z'
    const nowMs = Date.parse(endedAt) + 3_600_000
    await pruneWatch(lab.deps, ref, nowMs)
    assert.deepEqual(await lab.deps.runs.numbers(ref), [1, 2, 3])
    await markSent(lab.store, ref, { n: 1, endedAt }, 'notices')
    await markSent(lab.store, ref, { n: 2, endedAt }, 'notices')
    await pruneWatch(lab.deps, ref, nowMs)
    // The first run of a watch and runs without a change have no mail.
    assert.deepEqual(await lab.deps.runs.numbers(ref), [2, 3])
    await pruneWatch(lab.deps, ref, nowMs + watchLimits.dueKeptMs)
    assert.deepEqual(await lab.deps.runs.numbers(ref), [3])
    assert.deepEqual(await lab.store.list(duePrefix(ref)), [])
  })

  it('is given up when too many runs wait for their notices, and its texts earlier', async () => {
    const lab = new WatchLab()
    await lab.create({ keepRuns: 2, hasWebhook: true })
    await lab.run(before)
    await lab.run(after)
    const endedAt = '2026-11-23T01:00:00.000Z'
    let last = 3
    /** Adds runs that are due until so many beyond `keep_runs` and the last good one, the second, are. */
    const addRuns = async (due: number): Promise<void> => {
      // One that is not due, so that something is deleted.
      await lab.store.put(runStartKey(ref, 3), '{}')
      for (; last - 4 < due; last += 1) {
        await lab.store.put(runStartKey(ref, last + 1), '{}')
        await markDue(lab.store, ref, { n: last + 1, endedAt }, ['notices', 'mail'])
      }
      await pruneWatch(lab.deps, ref, Date.parse(endedAt))
    }
    const hashesOf = async (n: number): Promise<string[]> => (await lab.deps.runs.state(ref, n)).map(({ hash }) => hash)
    const texts = (): number => [...lab.objects().keys()].filter((key) => key.includes('/texts/')).length
    const [first, good] = [await hashesOf(1), await hashesOf(2)]

    await addRuns(watchLimits.dueRunsWithTextsMax)
    assert.equal(texts(), new Set([...first, ...good]).size)
    await addRuns(watchLimits.dueRunsWithTextsMax + 1)
    assert.equal(texts(), new Set(good).size)
    await addRuns(watchLimits.dueRunsMax)
    const kept = await lab.deps.runs.numbers(ref)
    assert.deepEqual([kept.slice(0, 3), kept.length, lab.logged], [[1, 2, 4], watchLimits.dueRunsMax + 3, []])
    await addRuns(watchLimits.dueRunsMax + 2)
    const numbers = await lab.deps.runs.numbers(ref)
    assert.deepEqual([numbers.slice(0, 3), numbers.length], [[2, 5, 6], watchLimits.dueRunsMax + 3])
    assert.deepEqual(lab.logged, [{ watchId: ref.id, runs: [1, 4] }])
    const marks = await lab.store.list(duePrefix(ref))
    assert.deepEqual(new Set(marks.map((key) => dueRunOf(ref, key).n)), new Set(numbers))
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

  it('waits while its key has too many running jobs, and is skipped when it waits too long', async () => {
    const lab = new WatchLab()
    await lab.create()
    lab.verdict = 'full'
    const nominalAt = '2026-11-23T00:00:00.000Z'
    const input = { ...watch, trigger: 'schedule', nominalAt, requestId: 'r' } as const
    await assert.rejects(beginWatchRun(lab.deps, input, Date.now()), { name: 'TryLaterError' })
    assert.equal(await countSkippedRuns(lab.store, ref), 0)
    assert.equal(await beginWatchRun(lab.deps, input, Date.now() - watchLimits.placeWaitMs), null)
    assert.equal(await countSkippedRuns(lab.store, ref), 1)
    assert.deepEqual(await lab.deps.runs.numbers(ref), [])
    lab.verdict = 'in'
    const placedAtMs = Date.now()
    assert.ok((await beginWatchRun(lab.deps, input, placedAtMs - watchLimits.placeWaitMs)) !== null)
    const start = (await lab.deps.runs.run(ref, 1))?.start
    assert.ok(Date.parse(start!.startedAt) >= placedAtMs, 'the wait is no time of the run')
    lab.verdict = 'full'
    assert.ok((await beginWatchRun(lab.deps, input, Date.now())) !== null, 'it has begun')
    assert.deepEqual((await lab.deps.runs.run(ref, 1))?.start, start)
  })

  it('is skipped when its key may have no jobs, or its tenant has no key', async () => {
    for (const verdict of ['none_allowed', 'no_key'] as const) {
      const lab = new WatchLab()
      await lab.create()
      lab.verdict = verdict
      const input = { ...watch, trigger: 'schedule', nominalAt: '2026-11-23T00:00:00.000Z', requestId: 'r' } as const
      assert.equal(await beginWatchRun(lab.deps, input, Date.now()), null)
      const manual = { ...input, trigger: 'manual' } as const
      if (verdict === 'no_key') await assert.rejects(beginWatchRun(lab.deps, manual, Date.now()), /has no key/)
      assert.equal(await beginWatchRun(lab.deps, manual, Date.now() - watchLimits.placeWaitMs), null)
      assert.equal(await countSkippedRuns(lab.store, ref), 1)
      assert.equal(lab.logged.length, 2)
    }
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
