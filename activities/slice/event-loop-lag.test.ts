import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pacingLimits } from '@seine/shared/config/slice-limits.ts'
import { createEventLoopLag, isSaturated, meanDelayMs, type LoopWindow } from './event-loop-lag.ts'

describe('meanDelayMs', () => {
  const before = { count: 100, sumNs: 1e9 }

  it('counts what is beyond the distance of two samples, on average over the window', () => {
    assert.equal(meanDelayMs(before, { count: 110, sumNs: 1e9 + 590e6 }), 49)
    assert.equal(meanDelayMs(before, { count: 110, sumNs: 1e9 + 600e6 }), 50)
  })

  it('takes a window without a sample for a good one', () => {
    assert.equal(meanDelayMs(before, before), 0)
  })
})

describe('isSaturated', () => {
  it('is true for a loop that is late without a pause', () => {
    const { lagSaturatedMs: lagMs, busyShareSaturated: busyShare } = pacingLimits
    assert.equal(isSaturated({ lagMs, busyShare }), true)
    assert.equal(isSaturated({ lagMs: lagMs - 1, busyShare }), false)
    assert.equal(isSaturated({ lagMs: lagMs * 10, busyShare: busyShare - 0.1 }), false)
  })
})

describe('createEventLoopLag', () => {
  it('reports when the process cannot keep up', async () => {
    const lag = createEventLoopLag(50)
    const windows: LoopWindow[] = []
    lag.onWindow((window) => windows.push(window))
    try {
      assert.equal(lag.isBehind(), false)
      for (let turn = 0; turn < 20 && !lag.isBehind(); turn += 1) {
        const endMs = performance.now() + 150
        while (performance.now() < endMs);
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      assert.equal(lag.isBehind(), true)
      assert.ok((windows.at(-1)?.lagMs ?? 0) >= pacingLimits.lagBehindMs)
    } finally {
      lag.close()
    }
  })
})
