import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import { restoreFrontier, snapshotText } from './frontier-snapshot.ts'
import { frontierOptionsOf } from './frontier-options.ts'
import { FrontierState } from './frontier-state.ts'
import { newHostClock } from './host-clock.ts'
import { simulateCrawl, type SimulatedPage } from './testing/simulated-crawl.ts'

const root = 'http://site.test'
const options = frontierOptionsOf(crawlJobInput({ limit: 1_000 }))

describe('a snapshot of the frontier', () => {
  it('restores entries, queues, counters, leases, clocks and what is only counted', async () => {
    const state = new FrontierState(options, `${root}/`)
    for (let at = 0; at < 2_500; at += 1) {
      state.add({
        url: `${root}/${at}`,
        depth: at % 5,
        parent: at === 0 ? null : 0,
        state: 'pending',
        listed: at % 2 === 0,
      })
    }
    state.cut('http', ['site.test'], [4], [0, 5, 10])
    state.change(7, { state: 'failed', attempted: true, attempts: 3, reason: 'timeout', message: 'late' })
    state.change(8, { state: 'pending', attempted: true, notBeforeMs: 99 })
    state.setHost('site.test', { ...newHostClock(), startsPerSec: 17 })
    state.warn('odd')
    state.setDiscovered()
    const restored = await restoreFrontier(await snapshotText(state), options)
    assert.deepEqual(restored.entries, state.entries)
    assert.deepEqual(restored.counters(), state.counters())
    assert.deepEqual([...restored.leases], [...state.leases])
    assert.deepEqual(restored.hosts, state.hosts)
    assert.deepEqual([...restored.deferred], [8])
    assert.deepEqual(restored.warnings, ['odd'])
    assert.equal(restored.nextSlice, 1)
    assert.equal(restored.discovered, true)
    assert.deepEqual(
      restored.queues.get('site.test', 'http')?.take(5, () => 'take'),
      state.queues.get('site.test', 'http')?.take(5, () => 'take'),
    )
  })

  it('remembers which URLs have been counted beyond the ledger', async () => {
    const state = new FrontierState(options, `${root}/`)
    const add = (frontier: FrontierState, at: number) =>
      frontier.add({ url: `http://other.test/${at}`, depth: 1, parent: null, state: 'out_of_scope' })
    for (let at = 0; at < frontierLimits.entriesMax + 100; at += 1) add(state, at)
    const restored = await restoreFrontier(await snapshotText(state), options)
    for (let at = frontierLimits.entriesMax; at < frontierLimits.entriesMax + 150; at += 1) add(restored, at)
    assert.deepEqual(restored.overflow, { out_of_scope: 150 })
  })

  it('finds the same page by a redirect target whether in memory or loaded', async () => {
    const site = (url: string): SimulatedPage => {
      if (url === `${root}/`) return { links: [`${root}/a`, `${root}/b`] }
      return url === `${root}/a` ? { links: [], finalUrl: `${root}/b` } : { links: [] }
    }
    const crawl = await simulateCrawl({ site })
    const cold = await crawl.reload()
    const restored = await restoreFrontier(await snapshotText(cold), cold.options)
    assert.equal(cold.find(`${root}/b`)?.seq, 2)
    assert.equal(restored.find(`${root}/b`)?.seq, 2)
    assert.equal(restored.contentOwner(`${root}/b`), cold.contentOwner(`${root}/b`))
  })
})
