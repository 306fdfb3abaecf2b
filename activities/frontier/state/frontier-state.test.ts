import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { frontierOptionsOf } from './frontier-options.ts'
import { FrontierState } from './frontier-state.ts'
import { knownPagesMax } from './known-pages.ts'

const root = 'http://site.test'

describe('FrontierState', () => {
  it('counts URLs beyond the ledger once each and keeps none of them', () => {
    const frontier = new FrontierState(frontierOptionsOf(crawlJobInput({ limit: 10 })), `${root}/`)
    const add = (at: number) => frontier.add({ url: `${root}/${at}`, depth: 1, parent: null, state: 'pending' })
    for (let at = 0; at < frontierLimits.entriesMax + 50; at += 1) add(at)
    for (let at = frontierLimits.entriesMax; at < frontierLimits.entriesMax + 60; at += 1) add(at)
    assert.equal(frontier.entries.length, frontierLimits.entriesMax)
    assert.deepEqual(frontier.overflow, { over_limit: 60 })
  })

  it('keeps room for pages to fetch when links that lead elsewhere have filled the ledger', () => {
    const frontier = new FrontierState(frontierOptionsOf(crawlJobInput({ limit: 10 })), `${root}/`)
    for (let at = 0; at < frontierLimits.entriesMax; at += 1) {
      frontier.add({ url: `http://other.test/${at}`, depth: 1, parent: null, state: 'out_of_scope' })
    }
    for (let at = 0; at < 70; at += 1) {
      frontier.add({ url: `${root}/${at}`, depth: 1, parent: null, state: 'pending' })
    }
    assert.equal(frontier.pending, 50)
    assert.deepEqual(frontier.overflow, { over_limit: 20 })
  })
})

test('a frontier keeps five times the limit, and of very large jobs a fixed number more', () => {
  assert.deepEqual([10, 10_000, 50_000, 1_000_000].map(knownPagesMax), [50, 50_000, 250_000, 1_200_000])
})
