import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { followJob, nextPauseMs } from './follow-job.ts'
import { readJobStatus } from './progress/job-status.ts'

const limits = { pollFirstMs: 1, pollSettledMs: 3, finalWaitMs: 60_000 }
const final = { completedAt: '2025-01-01T00:00:00Z' }

/** Creates a gateway client that returns the given bodies in turn, then repeats the last one. */
function client(bodies: Record<string, unknown>[]) {
  const calls: string[] = []
  return {
    calls,
    status: async (id: string) => {
      calls.push(`status ${id}`)
      const body = bodies.length > 1 ? bodies.shift() : bodies[0]
      return readJobStatus(body)
    },
    cancel: async (id: string) => {
      calls.push(`cancel ${id}`)
    },
  }
}

describe('following a job', () => {
  test('shows every status and returns the final one', async () => {
    const seen: number[] = []
    const status = await followJob({
      client: client([
        { status: 'crawling', completed: 1 },
        { status: 'crawling', completed: 2 },
        { status: 'completed', completed: 3, ...final },
      ]),
      id: 'crawl-1',
      limits,
      interrupt: new AbortController().signal,
      onStatus: ({ completed }) => seen.push(completed),
    })
    assert.deepEqual(seen, [1, 2, 3])
    assert.equal(status.status, 'completed')
  })

  test('an interrupt ends the pause and cancels', async () => {
    const abort = new AbortController()
    const gateway = client([{ status: 'crawling' }, { status: 'cancelled', ...final }])
    await followJob({
      client: gateway,
      id: 'c',
      limits: { ...limits, pollFirstMs: 60_000 },
      interrupt: abort.signal,
      onStatus: () => setImmediate(() => abort.abort()),
    })
    assert.deepEqual(gateway.calls, ['status c', 'cancel c', 'status c'])
  })

  test('an interrupt ends the wait for a status and cancels', async () => {
    const abort = new AbortController()
    const gateway = client([{ status: 'cancelled', ...final }])
    const waiting = {
      ...gateway,
      status: async (id: string, signal?: AbortSignal) => {
        if (signal === undefined) return await gateway.status(id)
        abort.abort()
        return await Promise.reject(new DOMException('aborted', 'AbortError'))
      },
    }
    await followJob({ client: waiting, id: 'c', limits, interrupt: abort.signal, onStatus: () => undefined })
    assert.deepEqual(gateway.calls, ['cancel c', 'status c'])
  })

  test('a cancelled job is cancelled once and followed until it is final', async () => {
    const gateway = client([{ status: 'cancelled' }, { status: 'cancelled' }, { status: 'cancelled', ...final }])
    const status = await followJob({
      client: gateway,
      id: 'c',
      limits,
      interrupt: AbortSignal.abort(),
      onStatus: () => undefined,
    })
    assert.deepEqual(gateway.calls, ['cancel c', 'status c', 'status c', 'status c'])
    assert.equal(status.completedAt, final.completedAt)
  })

  test('a job that ends but never settles is abandoned', async () => {
    const status = await followJob({
      client: client([{ status: 'failed' }]),
      id: 'c',
      limits: { ...limits, finalWaitMs: 20 },
      interrupt: new AbortController().signal,
      onStatus: () => undefined,
    })
    assert.equal(status.completedAt, null)
  })

  test('polls quickly at first and settles', () => {
    const pauses = [150]
    const pace = { pollFirstMs: 150, pollSettledMs: 500, finalWaitMs: 1 }
    while (pauses.length < 7) pauses.push(nextPauseMs(pauses.at(-1) ?? 0, pace))
    assert.deepEqual(pauses, [150, 200, 267, 356, 475, 500, 500])
  })
})
