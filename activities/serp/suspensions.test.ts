import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serpSuspensionLimits } from './limits/serp-reading-limits.ts'
import { refusal } from './results/refusal.ts'
import { Suspensions } from './suspensions.ts'

function lab() {
  let nowMs = 1_000_000
  const suspensions = new Suspensions(() => nowMs)
  return {
    suspensions,
    pass: (secs: number) => {
      nowMs += secs * 1_000
    },
  }
}

describe('a back-end that blocks requests', () => {
  it('is not called for as long as its refusal states, and then again', () => {
    const { suspensions, pass } = lab()
    suspensions.refused('google/html', refusal('captcha', 'x'))
    assert.deepEqual(suspensions.of('google/html'), { why: 'captcha', leftSecs: serpSuspensionLimits.captchaSecs })
    assert.equal(suspensions.of('bing/html'), null)
    pass(serpSuspensionLimits.captchaSecs - 1)
    assert.equal(suspensions.of('google/html')?.leftSecs, 1)
    pass(1)
    assert.equal(suspensions.of('google/html'), null)
  })

  it('is left alone longer each time, to a limit, until it lets us in', () => {
    const { suspensions, pass } = lab()
    const { rateLimitedSecs: first, rateLimitedMaxSecs: max, growth } = serpSuspensionLimits
    const times: number[] = []
    for (let time = 0; time < 40; time++) {
      suspensions.refused('a', refusal('rate_limited', 'x'))
      const left = suspensions.of('a')?.leftSecs ?? 0
      times.push(left)
      pass(left)
    }
    assert.deepEqual([times[0], times[1], times.at(-1)], [first, first * growth, max])
    suspensions.succeeded('a')
    suspensions.refused('a', refusal('rate_limited', 'x'))
    assert.equal(suspensions.of('a')?.leftSecs, first)
  })

  it('is refused once by searches that were under way together', () => {
    const { suspensions, pass } = lab()
    for (let time = 0; time < 5; time++) suspensions.refused('a', refusal('rate_limited', 'x'))
    pass(serpSuspensionLimits.rateLimitedSecs)
    assert.equal(suspensions.of('a'), null)
  })

  it('stays suspended when a search that began before comes through', () => {
    const { suspensions } = lab()
    suspensions.refused('a', refusal('denied', 'x'))
    suspensions.succeeded('a')
    assert.equal(suspensions.of('a')?.why, 'denied')
  })

  it('may state its own suspension time when it only requested a pause', () => {
    assert.equal(refusal('rate_limited', 'x', 90_000).suspendSecs, 90)
    assert.equal(refusal('rate_limited', 'x', 0).suspendSecs, 1)
    assert.equal(refusal('rate_limited', 'x', 1e12).suspendSecs, serpSuspensionLimits.rateLimitedMaxSecs)
    assert.equal(refusal('captcha', 'x', 1_000).suspendSecs, serpSuspensionLimits.captchaSecs)
  })
})
