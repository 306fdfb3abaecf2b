import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { processSignals, watchInterrupts, type InterruptSource } from './interrupt.ts'

const nobodyListens = (): void => assert.fail('nobody listens')

function harness() {
  const calls: string[] = []
  let fire = nobodyListens
  let listening = false
  let nowMs = 0
  const source: InterruptSource = (onInterrupt) => {
    fire = onInterrupt
    listening = true
    return () => {
      listening = false
    }
  }
  const interrupt = watchInterrupts(
    source,
    { first: () => calls.push('first'), second: () => calls.push('second') },
    250,
    () => nowMs,
  )
  return {
    calls,
    interrupt,
    fireAt: (ms: number) => {
      nowMs = ms
      fire()
    },
    listening: () => listening,
  }
}

describe('interrupts', () => {
  test('the first one aborts the signal, the second one ends', () => {
    const { calls, interrupt, fireAt } = harness()
    assert.equal(interrupt.signal.aborted, false)
    fireAt(0)
    assert.equal(interrupt.signal.aborted, true)
    assert.deepEqual(calls, ['first'])
    fireAt(1_000)
    assert.deepEqual(calls, ['first', 'second'])
  })

  test('two that arrive together count as one', () => {
    const { calls, fireAt } = harness()
    fireAt(0)
    fireAt(5)
    assert.deepEqual(calls, ['first'])
  })

  test('a third one does nothing more', () => {
    const { calls, fireAt } = harness()
    for (const ms of [0, 1_000, 2_000]) fireAt(ms)
    assert.deepEqual(calls, ['first', 'second'])
  })

  test('dispose stops listening', () => {
    const { interrupt, listening } = harness()
    assert.equal(listening(), true)
    interrupt.dispose()
    assert.equal(listening(), false)
  })

  test('the process source leaves no listener behind', () => {
    const before = process.listenerCount('SIGTERM')
    let seen = 0
    const stop = processSignals(() => {
      seen += 1
    })
    process.emit('SIGTERM')
    stop()
    assert.equal(seen, 1)
    assert.equal(process.listenerCount('SIGTERM'), before)
  })
})
