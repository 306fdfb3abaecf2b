import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HostPace } from './host-pace.ts'

describe('HostPace', () => {
  it('adopts a newer rate, but not its own rate handed back by other processes', () => {
    const pace = new HostPace()
    const rate = { startsPerSec: 2, restMs: 1_000, isSettled: false, learnedAtMs: 1_000 }
    pace.adopt(0, rate, 1_000)
    assert.deepEqual(pace.rate, rate)
    // The rate rises with time without a refusal, even while other processes hand back this process's own rate.
    const spacings = [1_000, 61_000].map((nowMs) => {
      pace.start(nowMs, 1)
      pace.adopt(0, { ...rate, learnedAtMs: nowMs + 1 }, nowMs)
      return pace.nextStartMs - nowMs
    })
    assert.equal(pace.rate?.learnedAtMs, 1_000)
    assert.ok(spacings[1]! < spacings[0]!, spacings.join(' and '))
    pace.adopt(0, { ...rate, startsPerSec: 1, learnedAtMs: 62_000 }, 62_000)
    assert.equal(pace.rate?.startsPerSec, 1)
  })
})
