import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventLoopLag, isLate } from './event-loop-lag.ts'

describe('isLate', () => {
  const before = { count: 100, sumNs: 1e9 }

  it('counts what is beyond the distance of two samples, on average over the window', () => {
    assert.equal(isLate(before, { count: 110, sumNs: 1e9 + 590e6 }), false)
    assert.equal(isLate(before, { count: 110, sumNs: 1e9 + 600e6 }), true)
  })

  it('takes a window without a sample for a good one', () => {
    assert.equal(isLate(before, before), false)
  })
})

describe('createEventLoopLag', () => {
  it('tells when the process cannot keep up', async () => {
    const lag = createEventLoopLag(50)
    const windows: boolean[] = []
    lag.onWindow((isBehind) => windows.push(isBehind))
    try {
      assert.equal(lag.isBehind(), false)
      for (let turn = 0; turn < 20 && !lag.isBehind(); turn += 1) {
        const endMs = performance.now() + 150
        while (performance.now() < endMs);
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      assert.equal(lag.isBehind(), true)
      assert.equal(windows.at(-1), true)
    } finally {
      lag.close()
    }
  })
})
