import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserOutcome } from '@seine/shared/tasks/browser-page.ts'
import { ladder, nextRung, nextStep, type LadderInput } from './engine-ladder.ts'

const ending = (outcome: BrowserOutcome, more: Partial<LadderInput> = {}): LadderInput => ({
  outcome,
  httpStatus: null,
  isPageCrash: false,
  ...more,
})

describe('the ladder of a page in a browser', () => {
  it('goes from the cheap engine to the full one, then to stronger tiers with the full one', () => {
    const rungs = ladder({ engines: ['headless_shell', 'chrome'], tiers: ['none', 'basic', 'premium'] })
    assert.deepEqual(
      rungs.map(({ engine, tier }) => `${engine}/${tier}`),
      ['headless_shell/none', 'chrome/none', 'chrome/basic', 'chrome/premium'],
    )
  })

  it('has one rung per tier where there is one engine, and no rung without an engine', () => {
    assert.equal(ladder({ engines: ['headless_shell'], tiers: ['none', 'basic'] }).length, 2)
    assert.deepEqual(ladder({ engines: [], tiers: ['none'] }), [])
    assert.deepEqual(ladder({ engines: ['chrome'], tiers: [] }), [])
  })

  it('climbs after a block, changes the provider after a proxy error', () => {
    assert.equal(nextStep(ending('blocked'), 0), 'climb')
    assert.equal(nextStep(ending('blocked', { httpStatus: 403 }), 0), 'climb')
    assert.equal(nextStep(ending('blocked', { httpStatus: 429 }), 0), 'next_tier')
    assert.equal(nextStep(ending('proxy_error'), 0), 'next_provider')
  })

  it('repeats twice after the loss of a browser, once after the crash of the page itself', () => {
    const steps = (end: LadderInput): string[] => [0, 1, 2].map((repeats) => nextStep(end, repeats))
    assert.deepEqual(steps(ending('browser_crashed')), ['again', 'again', 'climb'])
    assert.deepEqual(steps(ending('browser_crashed', { isPageCrash: true })), ['again', 'climb', 'climb'])
  })

  it('stops after faults that no other rung would avoid', () => {
    for (const outcome of ['success', 'timeout', 'dns_error', 'unsafe_target', 'action_failed', 'download'] as const) {
      assert.equal(nextStep(ending(outcome), 0), 'stop', outcome)
    }
  })

  it('finds the rung to continue with, and reports the end of the ladder', () => {
    const rungs = ladder({ engines: ['headless_shell', 'chrome'], tiers: ['basic', 'premium'] })
    assert.equal(nextRung(rungs, 0, 'again'), 0)
    assert.equal(nextRung(rungs, 0, 'climb'), 1)
    assert.equal(nextRung(rungs, 0, 'next_tier'), 2)
    assert.equal(nextRung(rungs, 0, 'next_provider', 1), 0)
    assert.equal(nextRung(rungs, 0, 'next_provider', 0), 2)
    assert.equal(nextRung(rungs, 2, 'next_provider', 0), null)
    assert.equal(nextRung(rungs, 2, 'climb'), null)
    assert.equal(nextRung(rungs, 0, 'stop'), null)
  })
})
