import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lateSignal } from './late-signal.ts'

describe('lateSignal', () => {
  it('aborts so long after the other signal, for the same reason', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const controller = new AbortController()
    const late = lateSignal(controller.signal, 2_000)
    controller.abort('leaving')
    context.mock.timers.tick(1_999)
    assert.equal(late.signal.aborted, false)
    context.mock.timers.tick(1)
    assert.deepEqual([late.signal.aborted, late.signal.reason], [true, 'leaving'])
  })

  it('never aborts once it is released', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const controller = new AbortController()
    const before = lateSignal(controller.signal, 10)
    before.clear()
    controller.abort()
    const after = lateSignal(controller.signal, 10)
    after.clear()
    context.mock.timers.tick(20)
    assert.deepEqual([before.signal.aborted, after.signal.aborted], [false, false])
  })
})
