import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import { restoreFrontier, snapshotBytes } from './frontier-snapshot.ts'
import { frontierOptionsOf } from './frontier-options.ts'
import { FrontierState } from './frontier-state.ts'
import { newHostClock } from '../../hosts/host-clock.ts'
import { simulateCrawl, type SimulatedPage } from '../testing/simulated-crawl.ts'

const root = 'http://site.test'

/** An HTTP attempt that found a page to need a browser. */
const attempt: JobAttempt = {
  index: 1,
  strategy: 'http_basic',
  engine: 'http',
  proxy_tier: 'none',
  started_at: '2026-01-01T00:00:00.000Z',
  elapsed_ms: 1,
  http_status: 200,
  success: false,
  outcome: 'js_shell',
  error: null,
  bytes_received: 1,
}
const options = frontierOptionsOf(crawlJobInput({ limit: 1_000 }))

describe('a snapshot of the frontier', () => {
  it('of an older worker has the current codes once it is restored, and so have its changes', async () => {
    const state = new FrontierState(options, `${root}/`)
    for (const path of ['a', 'b']) state.add({ url: `${root}/${path}`, depth: 0, parent: null, state: 'pending' })
    state.change(0, { state: 'failed', reason: 'NAME' })
    const old = Buffer.from((await snapshotBytes(state)).toString().replace('"NAME"', '"dns_error"'))
    const restored = await restoreFrontier(old, options)
    await restored.replay(2, [['change', 1, { state: 'failed', reason: 'blocked' }]])
    const codes = restored.entries.map(({ reason }) => reason)
    assert.deepEqual(codes, ['dns_failure', 'target_blocked'])
  })

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
    for (const at of [1, 2, 3]) state.warn(`h${at} is dead`, { kind: 'unresolved_host', of: `h${at}` })
    state.setDiscovered()
    const restored = await restoreFrontier(await snapshotBytes(state), options)
    assert.deepEqual(restored.entries, state.entries)
    assert.deepEqual(restored.counters(), state.counters())
    assert.deepEqual([...restored.leases], [...state.leases])
    assert.deepEqual(restored.hosts, state.hosts)
    assert.deepEqual([...restored.deferred], [8])
    assert.deepEqual(restored.warnings, ['odd', '3 hosts could not be resolved and were given up: h1, h2, h3'])
    assert.deepEqual(restored.warningBook, state.warningBook)
    assert.equal(restored.nextSlice, 1)
    assert.equal(restored.discovered, true)
    assert.deepEqual(
      restored.queues.get('site.test', 'http')?.take(5, () => 'take'),
      state.queues.get('site.test', 'http')?.take(5, () => 'take'),
    )
  })

  it('restores lanes, what is known of verdicts, and pages that wait for a browser', async () => {
    const state = new FrontierState(options, `${root}/`)
    for (const at of [1, 2, 3]) state.add({ url: `${root}/${at}`, depth: 1, parent: null, state: 'pending' })
    state.cut('http', ['site.test'], [4], [0])
    state.recordVerdict(0, 'js_shell')
    state.change(0, { state: 'pending', attempted: true, lane: 'browser', earlier: [attempt] })
    state.cut('browser', ['site.test'], [4], [1])
    const restored = await restoreFrontier(await snapshotBytes(state), options)
    assert.deepEqual(restored.entries, state.entries)
    assert.deepEqual([...restored.leases], [...state.leases])
    assert.deepEqual(restored.verdicts, state.verdicts)
    assert.deepEqual([restored.pendingIn('http'), restored.pendingIn('browser')], [1, 1])
    assert.deepEqual([...restored.deferred], [0])
    assert.deepEqual(restored.counters(), state.counters())
  })

  it('reads those of workers that knew one lane, whichever that was', async () => {
    for (const [render, lane] of [
      ['auto', 'http'],
      ['always', 'browser'],
    ] as const) {
      const input = crawlJobInput({ page: defaultPageOptions({ render }) })
      const state = new FrontierState(frontierOptionsOf(input), `${root}/`)
      for (const at of [1, 2]) state.add({ url: `${root}/${at}`, depth: 1, parent: null, state: 'pending' })
      state.cut(lane, ['site.test'], [4], [0])
      state.setHost('site.test', newHostClock())
      const [first = '', ...rest] = (await snapshotBytes(state)).toString().split('\n')
      const { verdicts: _, leases, hosts, ...header } = JSON.parse(first) as Record<string, object[]>
      const [[host, clock]] = hosts as [[string, Record<string, unknown>]]
      delete clock['browserPages']
      delete clock['browserPagesPerSec']
      delete clock['robots']
      const old = { ...header, leases: leases!.map((lease) => ({ ...lease, lane: undefined })), hosts: [[host, clock]] }
      const restored = await restoreFrontier(Buffer.from([JSON.stringify(old), ...rest].join('\n')), state.options)
      assert.deepEqual(restored.entries, state.entries)
      assert.deepEqual([...restored.leases.values()], [...state.leases.values()])
      assert.deepEqual(restored.hosts, state.hosts)
      assert.deepEqual(restored.verdicts, [])
      assert.equal(restored.queues.size('site.test', lane), 1)
    }
  })

  it('lets the pages of a retry start whose families an older worker counted as full', async () => {
    const state = new FrontierState(options, `${root}/`)
    for (let at = 0; at < 20; at += 1) state.add({ url: `${root}/?id=${at}`, depth: 1, parent: null, state: 'pending' })
    state.cut('http', ['site.test'], [8], [...Array.from({ length: 10 }).keys()])
    for (let seq = 0; seq < 10; seq += 1) state.change(seq, { state: 'scraped', attempted: true })
    state.merge(0, [])
    assert.equal(state.standing(10), 'wait')
    const retry = crawlJobInput({ retry: { of: 'crawl-before', codes: null, pages: 20, scopeUrl: `${root}/` } })
    const restored = await restoreFrontier(await snapshotBytes(state), frontierOptionsOf(retry))
    assert.equal(restored.standing(10), 'free')
  })

  it('restores more merged slices than a call may have arguments', async () => {
    const state = new FrontierState(options, `${root}/`)
    for (let slice = 0; slice < 200_000; slice += 1) state.merge(slice, [], slice === 5 ? 3 : 0)
    const restored = await restoreFrontier(await snapshotBytes(state), options)
    assert.deepEqual([restored.merged.length, restored.stalls], [200_000, 3])
  })

  it('remembers which URLs have been counted beyond the ledger', async () => {
    const state = new FrontierState(options, `${root}/`)
    const add = (frontier: FrontierState, at: number) =>
      frontier.add({ url: `http://other.test/${at}`, depth: 1, parent: null, state: 'out_of_scope' })
    for (let at = 0; at < frontierLimits.entriesMax + 100; at += 1) add(state, at)
    const restored = await restoreFrontier(await snapshotBytes(state), options)
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
    const restored = await restoreFrontier(await snapshotBytes(cold), cold.options)
    assert.equal(cold.find(`${root}/b`)?.seq, 2)
    assert.equal(restored.find(`${root}/b`)?.seq, 2)
    assert.equal(restored.contentOwner(`${root}/b`), cold.contentOwner(`${root}/b`))
  })
})
