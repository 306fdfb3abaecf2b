import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { watchTime } from './thread-time.ts'

/** Runs code in its own thread until the watch ends it; returns the wall time in milliseconds. */
async function endedAfter(code: string, budgetMs: number): Promise<number> {
  const worker = new Worker(`require('node:worker_threads').parentPort.postMessage('begun'); ${code}`, { eval: true })
  try {
    await once(worker, 'message')
    const startedAt = performance.now()
    await new Promise<void>((resolve) => watchTime(worker, budgetMs, resolve))
    return performance.now() - startedAt
  } finally {
    await worker.terminate()
  }
}

const sleeping = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
const waiting = 'setInterval(() => {}, 10)'
const spinning = 'for (;;);'

describe('watchTime', () => {
  const budgetMs = 200
  const wallMs = budgetMs * extractLimits.wallTimeFactor

  for (const [what, code] of [
    ['sleeps', sleeping],
    ['waits', waiting],
  ] as const) {
    it(`gives a thread that ${what} all of the wall time`, async () => {
      // May be shorter by the length of the event loop turn that set the timer, since timers count from its beginning.
      assert.ok((await endedAfter(code, budgetMs)) >= wallMs * 0.75)
    })
  }

  it('ends a thread that has used its CPU time', async () => {
    // Not earlier: the CPU time cannot exceed the wall time.
    assert.ok((await endedAfter(spinning, budgetMs)) >= budgetMs - 1)
  })

  it('ends a thread that has no time at all', async () => {
    await endedAfter(waiting, 0)
  })

  it('is silent once it is stopped', async () => {
    const worker = new Worker(spinning, { eval: true })
    try {
      await once(worker, 'online')
      let isExceeded = false
      const stop = watchTime(worker, 20, () => {
        isExceeded = true
      })
      stop()
      await new Promise((resolve) => setTimeout(resolve, 100))
      assert.equal(isExceeded, false)
    } finally {
      await worker.terminate()
    }
  })
})
