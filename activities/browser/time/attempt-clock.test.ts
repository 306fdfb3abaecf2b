import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { AttemptClock, attemptEnded, AttemptEndedError, StepTimeoutError } from './attempt-clock.ts'

const never = new Promise<never>(() => {})

describe('the clock of an attempt', () => {
  it('lets a step that settles pass', async () => {
    const clock = new AttemptClock(60_000)
    assert.equal(await clock.step(Promise.resolve(7)), 7)
    await assert.rejects(clock.step(Promise.reject(new Error('of the step'))), /of the step/)
    clock.clear()
  })

  it('ends a step that never settles when the page crashes', async () => {
    const clock = new AttemptClock(60_000)
    const step = clock.step(never)
    clock.end('crashed')
    await assert.rejects(step, (error) => error instanceof AttemptEndedError && error.end === 'crashed')
    await assert.rejects(clock.step(Promise.resolve(1)), AttemptEndedError)
    assert.equal(clock.leftMs(), 0)
    clock.clear()
  })

  it('ends with the first reason, and with the reason of the signal it follows', async () => {
    const over = new AbortController()
    const clock = new AttemptClock(60_000, over.signal)
    over.abort(attemptEnded('lost'))
    clock.end('aborted')
    await assert.rejects(clock.step(never), (error) => error instanceof AttemptEndedError && error.end === 'lost')
    const late = new AttemptClock(60_000, over.signal)
    assert.equal(late.signal.aborted, true)
  })

  it('aborts a step at its own cap while the attempt continues', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const clock = new AttemptClock(60_000)
    const step = clock.step(never, 100)
    t.mock.timers.tick(100)
    await assert.rejects(step, StepTimeoutError)
    assert.equal(clock.signal.aborted, false)
    t.mock.timers.tick(60_000)
    assert.equal(clock.signal.aborted, true)
    mock.timers.reset()
  })

  it('swallows the late rejection of a step it has given up', async () => {
    const clock = new AttemptClock(60_000)
    const { promise, reject } = Promise.withResolvers<void>()
    const step = clock.step(promise)
    clock.end('timeout')
    await assert.rejects(step, AttemptEndedError)
    reject(new Error('late'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})
