import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { FrontierState } from './state/frontier-state.ts'
import { planSlices } from './plan-slices.ts'

const { retryGatherMs } = frontierLimits
const nowMs = 1_000_000
const nothing = new Set<number>()

const urlOf = (host: string, page: number): string => `http://${host}.test/${page}`

/** A crawl that knows these hosts well enough for two slices each. */
function crawlOf(hosts: readonly string[], limit = 100): FrontierState {
  const options = { kind: 'crawl', limit, render: 'never', keyOf: (url: string) => url } as const
  const state = new FrontierState(options, urlOf('a', 0))
  for (const host of hosts) {
    state.setHost(`${host}.test`, { ...state.hostClock(`${host}.test`), finishedPages: 50 })
  }
  return state
}

function addPage(state: FrontierState, url: string, dueMs: number | null): void {
  state.add({ url, depth: 1, parent: null, state: 'pending' })
  if (dueMs !== null) state.change(state.entries.length - 1, { attempted: true, attempts: 1, notBeforeMs: dueMs })
}

/** Cuts slices of one page each until the host has no free slot. */
function keepBusy(state: FrontierState, host: string): void {
  for (let slot = 0; slot < frontierLimits.slicesPerHostMax; slot += 1) {
    addPage(state, urlOf(host, 900 + slot), null)
    state.cut('http', [`${host}.test`], [1], [state.entries.length - 1])
  }
}

const plan = async (state: FrontierState, atMs = nowMs, room = 16) => await planSlices(state, room, nothing, atMs)

describe('retries', () => {
  it('bring no advance of their own while their host has no slot free', async () => {
    const state = crawlOf(['a'])
    keepBusy(state, 'a')
    addPage(state, urlOf('a', 1), nowMs + 1_000)
    assert.deepEqual(await plan(state), { slices: [], wakeAtMs: null })
  })

  it('bring no advance while the window is full', async () => {
    const state = crawlOf(['a', 'b'])
    keepBusy(state, 'b')
    addPage(state, urlOf('a', 1), nowMs + 1_000)
    assert.equal((await plan(state, nowMs, 0)).wakeAtMs, null)
    assert.equal((await plan(state, nowMs, 1)).wakeAtMs, nowMs + 1_000)
  })

  it('are due one by one when they are far from each other', async () => {
    const state = crawlOf(['a'])
    addPage(state, urlOf('a', 1), nowMs + 1_000)
    addPage(state, urlOf('a', 2), nowMs + 1_001 + retryGatherMs)
    assert.equal((await plan(state)).wakeAtMs, nowMs + 1_000)
  })

  it('of a host that fall due shortly after each other go into one slice', async () => {
    const state = crawlOf(['a'])
    const dueMs = [1_000, 1_200, 1_000 + retryGatherMs].map((afterMs) => nowMs + afterMs)
    for (const [page, atMs] of dueMs.entries()) addPage(state, urlOf('a', page), atMs)
    assert.deepEqual(await plan(state), { slices: [], wakeAtMs: dueMs[2] })
    // Another event has woken the job when the first retry is due and the others are not.
    assert.deepEqual(await plan(state, dueMs[0]), { slices: [], wakeAtMs: dueMs[2] })
    const { slices, wakeAtMs } = await plan(state, dueMs[2])
    assert.deepEqual([slices.flatMap(({ lease }) => lease.seqs).toSorted((a, b) => a - b), wakeAtMs], [[0, 1, 2], null])
  })

  it('ride with pages that are tried for the first time', async () => {
    const state = crawlOf(['a'])
    addPage(state, urlOf('a', 1), nowMs)
    addPage(state, urlOf('a', 2), nowMs + 200)
    addPage(state, urlOf('a', 3), null)
    const { slices } = await plan(state)
    assert.deepEqual(
      slices.flatMap(({ lease }) => lease.seqs).toSorted((a, b) => a - b),
      [0, 2],
    )
  })

  it('do not wait for pages that the limit of the job keeps out', async () => {
    const state = crawlOf(['a'], 2)
    addPage(state, urlOf('a', 1), nowMs)
    addPage(state, urlOf('a', 2), nowMs + 200)
    addPage(state, urlOf('a', 3), null)
    assert.deepEqual(await plan(state), { slices: [], wakeAtMs: nowMs + 200 })
  })

  it('of several hosts bring one advance where they are due shortly after each other', async () => {
    const state = crawlOf(['a', 'b', 'c'])
    addPage(state, urlOf('a', 1), nowMs + 1_000)
    addPage(state, urlOf('b', 1), nowMs + 1_100)
    addPage(state, urlOf('c', 1), nowMs + 5_000)
    assert.equal((await plan(state)).wakeAtMs, nowMs + 1_100)
    const { slices, wakeAtMs } = await plan(state, nowMs + 1_100)
    assert.deepEqual([slices.map(({ hosts }) => hosts[0]?.host), wakeAtMs], [['a.test', 'b.test'], nowMs + 5_000])
  })

  it('are not due before their host is', async () => {
    const state = crawlOf(['a'])
    state.setHost('a.test', { ...state.hostClock('a.test'), backOffUntilMs: nowMs + 60_000 })
    addPage(state, urlOf('a', 1), nowMs + 1)
    addPage(state, urlOf('a', 2), nowMs + 2_000)
    assert.equal((await plan(state)).wakeAtMs, nowMs + 60_000)
    assert.equal((await plan(state, nowMs + 60_000)).slices.length, 2)
  })
})
