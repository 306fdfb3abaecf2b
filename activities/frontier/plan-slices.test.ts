import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FrontierState } from './state/frontier-state.ts'
import { planSlices } from './plan-slices.ts'

const root = 'http://site.test'
const same = { exact: 1, facts: 2, least: [3, 4, 5] }

describe('planSlices', () => {
  it('puts the URLs of a closed family aside a few at a time', async () => {
    const state = new FrontierState({ kind: 'crawl', limit: 100, render: 'auto', keyOf: (url) => url }, `${root}/`)
    const addViews = (count: number, from: number): void => {
      for (let at = from; at < from + count; at += 1)
        state.add({ url: `${root}/shop?view=${at}`, depth: 1, parent: null, hops: 1, state: 'pending' })
    }
    addViews(10, 0)
    const { slice, seqs } = state.cut('http', ['site.test'], [8], [...state.entries.keys()])
    for (const seq of seqs) {
      state.change(seq, { state: 'scraped', attempted: true })
      state.judge(seq, same, [])
    }
    state.merge(slice, [])
    state.setHost('site.test', { ...state.hostClock('site.test'), finishedPages: 10 })
    state.add({ url: `${root}/a`, depth: 1, parent: null, state: 'pending' })
    addViews(2_000, 10)
    state.add({ url: `${root}/b`, depth: 1, parent: null, state: 'pending' })
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    const { slices } = await planSlices(state, 4, new Set(), 0)
    clearInterval(counting)
    const urls = slices.flatMap(({ lease }) => lease.seqs.map((seq) => state.entries[seq]!.url))
    assert.deepEqual(urls, [`${root}/a`, `${root}/b`])
    assert.ok(turns >= 2, `${turns} turns`)
    assert.equal(state.pending, 0)
    assert.equal(state.entries.filter(({ reason }) => reason === 'no_new_content').length, 2_000)
  })
})
