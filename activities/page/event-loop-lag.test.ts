import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventLoopLag, isLate } from './event-loop-lag.ts'

describe('isLate', () => {
  it('counts what is beyond the distance of two samples', () => {
    assert.equal(isLate(59e6), false)
    assert.equal(isLate(60e6), true)
  })

  it('takes a window without a sample for a good one', () => {
    assert.equal(isLate(Number.NaN), false)
  })
})

describe('createEventLoopLag', () => {
  it('tells when the process cannot keep up', async () => {
    const lag = createEventLoopLag(50)
    try {
      assert.equal(lag.isBehind(), false)
      for (let turn = 0; turn < 20 && !lag.isBehind(); turn += 1) {
        const endMs = performance.now() + 150
        while (performance.now() < endMs);
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      assert.equal(lag.isBehind(), true)
    } finally {
      lag.close()
    }
  })
})
