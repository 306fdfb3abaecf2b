import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ladder, nextRung, nextStep } from './engine-ladder.ts'

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

  it('climbs after a block, repeats twice after a crash, changes the provider after a proxy error', () => {
    assert.equal(nextStep('blocked', 0), 'climb')
    assert.equal(nextStep('blocked', 0, 403), 'climb')
    assert.equal(nextStep('blocked', 0, 429), 'next_tier')
    assert.equal(nextStep('browser_crashed', 0), 'again')
    assert.equal(nextStep('browser_crashed', 1), 'again')
    assert.equal(nextStep('browser_crashed', 2), 'climb')
    assert.equal(nextStep('proxy_error', 0), 'next_provider')
  })

  it('stops after faults that no other rung would avoid', () => {
    for (const outcome of ['success', 'timeout', 'dns_error', 'unsafe_target', 'action_failed', 'download'] as const) {
      assert.equal(nextStep(outcome, 0), 'stop', outcome)
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
