import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readJobStatus, type JobStatus } from './job-status.ts'
import { advanceProgress, beginProgress, cancelProgress, ratePerSec, viewProgress } from './progress-state.ts'

const status = (fields: Partial<JobStatus>): JobStatus => ({
  ...readJobStatus({ status: 'crawling', limit: 100 }),
  ...fields,
})

/** Returns the state of a crawl that finishes `perSec` pages per second, polled every half second, up to `untilMs`. */
function steadyCrawl(perSec: number, untilMs: number) {
  let state = beginProgress('http://a/', 0)
  for (let atMs = 500; atMs <= untilMs; atMs += 500) {
    state = advanceProgress(state, status({ completed: (perSec * atMs) / 1_000, total: 1, pending: 1 }), atMs)
  }
  return state
}

describe('the rate', () => {
  test('is 0 before anything happened', () => {
    assert.equal(ratePerSec(beginProgress('http://a/', 5), 5), 0)
  })

  test('is the pages done by the time passed', () => {
    assert.equal(ratePerSec(steadyCrawl(8, 2_000), 2_000), 8)
    assert.equal(ratePerSec(steadyCrawl(8, 60_000), 60_000), 8)
  })

  test('forgets what is older than the window', () => {
    let state = steadyCrawl(10, 30_000)
    for (let atMs = 30_500; atMs <= 36_000; atMs += 500) {
      state = advanceProgress(state, status({ completed: 300 }), atMs)
    }
    assert.equal(ratePerSec(state, 36_000), 0)
  })

  test('keeps few samples however long the crawl takes', () => {
    assert.ok(steadyCrawl(1, 600_000).samples.length <= 12)
  })

  test('counts failed pages too', () => {
    const state = advanceProgress(beginProgress('http://a/', 0), status({ completed: 3, failed: 1 }), 1_000)
    assert.equal(ratePerSec(state, 1_000), 4)
  })

  test('spans an outage as a whole', () => {
    let state = steadyCrawl(10, 10_000)
    state = advanceProgress(state, status({ completed: 200 }), 30_000)
    assert.equal(ratePerSec(state, 30_000), 5)
  })
})

const view = (fields: Partial<JobStatus>) => viewProgress(advanceProgress(beginProgress('u', 0), status(fields), 1), 1)

describe('the view', () => {
  test('grows towards the pages known, at most the limit', () => {
    assert.equal(view({ total: 10, completed: 8, inFlight: 2, pending: 30 }).goal, 40)
    assert.equal(view({ total: 10, completed: 8, inFlight: 2, pending: 300 }).goal, 100)
  })

  test('keeps the last known URL', () => {
    let state = advanceProgress(beginProgress('u', 0), status({ currentUrl: 'http://a/1' }), 1)
    state = advanceProgress(state, status({ currentUrl: null }), 2)
    assert.equal(viewProgress(state, 2).currentUrl, 'http://a/1')
  })

  test('measures elapsed time from the beginning', () => {
    assert.equal(viewProgress(beginProgress('u', 1_000), 3_500).elapsedSecs, 2.5)
  })

  test('passes from starting to crawling to finishing', () => {
    let state = beginProgress('u', 0)
    assert.equal(viewProgress(state, 0).phase, 'starting')
    state = advanceProgress(state, status({ total: 1, inFlight: 1 }), 100)
    assert.equal(viewProgress(state, 100).phase, 'crawling')
    state = advanceProgress(state, status({ total: 1, completed: 1 }), 200)
    assert.equal(viewProgress(state, 900).phase, 'crawling', 'a short pause between slices is no end')
    assert.equal(viewProgress(state, 1_200).phase, 'finishing')
    state = advanceProgress(state, status({ total: 2, completed: 1, inFlight: 1 }), 1_300)
    assert.equal(viewProgress(state, 5_000).phase, 'crawling')
  })

  test('says cancelling from the moment it was requested', () => {
    assert.equal(viewProgress(cancelProgress(steadyCrawl(1, 1_000)), 1_000).phase, 'cancelling')
    const cancelled = advanceProgress(beginProgress('u', 0), status({ status: 'cancelled', total: 1 }), 1)
    assert.equal(viewProgress(cancelled, 1).phase, 'cancelling')
  })
})
