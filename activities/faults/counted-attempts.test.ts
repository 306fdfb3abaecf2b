import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginCall } from '@seine/shared/storage/calls-under-way.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { storeLimits } from '@seine/shared/config/limits.ts'
import { storeAnswer } from '@seine/shared/storage/testing/store-answer.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { attemptMarks } from './attempt-marks.ts'
import { countingAttempts, faultsBefore, wayAfter, type ActivityAttemptNote } from './counted-attempts.ts'

const store = new MemoryStore()
const marks = attemptMarks(store, { tenant: 'default', id: 'crawl-1' }, 'run-1')
const alone = async <T>(work: () => Promise<T>): Promise<T> => await work()
const hasSuspectsBeside = (): boolean => false

/** Runs an attempt after an earlier one. @returns how it ended, and its last heartbeat, which the next one receives. */
async function attempt(
  earlier: ActivityAttemptNote | undefined,
  work: (faults: number, signal: AbortSignal) => Promise<unknown>,
  { signal = new AbortController().signal, turn = alone, beside = hasSuspectsBeside } = {},
) {
  let last: ActivityAttemptNote | undefined
  // Without marks of other tests.
  const own = attemptMarks(store, { tenant: 'default', id: 'crawl-1' }, randomUUID())
  const context = {
    info: { heartbeatDetails: earlier, activityType: 'advanceFrontier' },
    cancellationSignal: signal,
    heartbeat: (note: ActivityAttemptNote) => void (last = note),
  }
  const ending = countingAttempts(context, { intervalMs: 5, alone: turn, hasSuspectsBeside: beside, marks: own }, work)
  const error = await ending.then(
    () => null,
    (reason: unknown) => reason,
  )
  return { error, last: last! }
}

const failing = (error: Error) => async () => await Promise.reject(error)

describe('countingAttempts', () => {
  it('counts attempts that failed for an unknown reason', async () => {
    const first = await attempt(undefined, failing(new Error('x')))
    assert.equal(faultsBefore(first.last), 1)
    const second = await attempt(first.last, failing(new Error('y')))
    assert.equal(faultsBefore(second.last), 2)
    let seen = -1
    await attempt(second.last, async (faults) => await Promise.resolve((seen = faults)))
    assert.equal(seen, 2)
  })

  it('counts an attempt that died while it worked', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let dead: ActivityAttemptNote | undefined
    const context = {
      info: { activityType: 'test' },
      cancellationSignal: new AbortController().signal,
      heartbeat: (note: ActivityAttemptNote) => void (dead = note),
    }
    const running = countingAttempts(
      context,
      { intervalMs: 5, alone, hasSuspectsBeside, marks },
      async () => await promise,
    )
    // The note is sent at once: the work may kill the process before the first interval is over.
    assert.equal(faultsBefore(dead), 1)
    resolve()
    await running
  })

  it('does not count an attempt that ended because the store was away, whatever wrapped the error', async () => {
    const before = { faults: 1, isExcused: true }
    const away = new StoreUnavailableError('away')
    assert.equal(faultsBefore((await attempt(before, failing(away))).last), 1)
    assert.equal(faultsBefore((await attempt(before, failing(new Error('pipe', { cause: away })))).last), 1)
  })

  it('does not count an attempt whose call of the store hangs until Temporal gives it up', async () => {
    const notes: ActivityAttemptNote[] = []
    const context = {
      info: { activityType: 'test' },
      cancellationSignal: new AbortController().signal,
      heartbeat: (note: ActivityAttemptNote) => void notes.push({ ...note }),
    }
    await countingAttempts(context, { intervalMs: 5, alone, hasSuspectsBeside, marks }, async () => {
      const call = beginCall('GetObject', 1 - storeLimits.hangGraceMs)
      await sleep(60)
      call.end()
      // From here on the attempt is still given up by Temporal; no further heartbeat arrives.
      assert.equal(faultsBefore(notes.at(-1)), 0)
      const sent = notes.length
      assert.ok(sent < 6, `${sent} heartbeats while the call hung`)
      await sleep(20)
    })
    assert.equal(faultsBefore(notes.at(-1)), 1)
  })

  it('does not count an attempt whose worker shuts down, or which waited for its turn', async () => {
    const leaving = new AbortController()
    const work = async (): Promise<never> => {
      leaving.abort()
      return await Promise.reject(new Error('interrupted'))
    }
    const { last } = await attempt(undefined, work, { signal: leaving.signal })
    assert.equal(faultsBefore(last), 0)
    const turn = async (): Promise<never> => await Promise.reject(new Error('the process died meanwhile'))
    const waited = await attempt({ faults: 1, isExcused: false }, async () => await Promise.resolve(), { turn })
    assert.ok(waited.error instanceof Error)
  })

  it('does not count attempts that outlived their time at Temporal, unless they used all of it', async () => {
    for (const [startToCloseTimeoutMs, expected] of [
      [undefined, 2],
      [1, 3],
    ] as const) {
      const lost = new AbortController()
      const own = attemptMarks(store, { tenant: 'default', id: 'crawl-2' }, `run-${startToCloseTimeoutMs}`)
      const context = {
        info: {
          activityType: 'test',
          heartbeatDetails: undefined,
          ...(startToCloseTimeoutMs === undefined ? {} : { startToCloseTimeoutMs }),
        },
        cancellationSignal: lost.signal,
        cancellationDetails: { notFound: true, timedOut: false },
        heartbeat: () => undefined,
      }
      await countingAttempts(context, { intervalMs: 5, alone, hasSuspectsBeside, marks: own }, async () => {
        await sleep(10)
        lost.abort()
      })
      const later = { ...context, info: { activityType: 'test', heartbeatDetails: { faults: 2, isExcused: false } } }
      const live = { ...later, cancellationSignal: new AbortController().signal }
      const seen = await countingAttempts(
        live,
        { intervalMs: 5, alone, hasSuspectsBeside, marks: own },
        async (faults) => await Promise.resolve(faults),
      )
      assert.equal(seen, expected)
    }
  })

  it('does not count an attempt beside other work that has died before, in whatever activity', async () => {
    const { last } = await attempt(undefined, failing(new Error('the process dies')), { beside: () => true })
    // The error itself is that of this work.
    assert.equal(faultsBefore(last), 1)
    let dead: ActivityAttemptNote | undefined
    const context = {
      info: { activityType: 'test' },
      cancellationSignal: new AbortController().signal,
      heartbeat: (note: ActivityAttemptNote) => void (dead = note),
    }
    const own: number[] = []
    const options = {
      intervalMs: 5,
      alone,
      marks,
      hasSuspectsBeside: (count: 0 | 1) => {
        own.push(count)
        return true
      },
    }
    await countingAttempts(context, options, async () => {
      assert.equal(faultsBefore(dead), 0)
      await Promise.resolve()
    })
    assert.deepEqual([...new Set(own)], [0])
    const again = { ...context, info: { activityType: 'test', heartbeatDetails: { faults: 0, isExcused: false } } }
    const ownMarks = attemptMarks(store, { tenant: 'default', id: 'crawl-3' }, 'run')
    await countingAttempts(again, { ...options, marks: ownMarks }, async () => await Promise.resolve())
    assert.ok(own.includes(1))
  })

  it('counts deaths from the third on, however long other work that has died before runs beside it', async () => {
    /** An attempt that dies: its last heartbeat is what the next attempt receives. */
    const death = async (heartbeatDetails: ActivityAttemptNote | undefined): Promise<ActivityAttemptNote> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      let last: ActivityAttemptNote | undefined
      const context = {
        info: { heartbeatDetails, activityType: 'recoverSlice' },
        cancellationSignal: new AbortController().signal,
        heartbeat: (note: ActivityAttemptNote) => void (last = { ...note }),
      }
      const own = attemptMarks(store, { tenant: 'default', id: 'crawl-5' }, randomUUID())
      const options = { intervalMs: 5, alone, hasSuspectsBeside: () => true, marks: own }
      const begun = Promise.withResolvers<ActivityAttemptNote>()
      const running = countingAttempts(context, options, async () => {
        begun.resolve(last!)
        await promise
      })
      const dead = await begun.promise
      resolve()
      await running
      return dead
    }
    const counted: number[] = []
    let last: ActivityAttemptNote | undefined
    for (let deaths = 1; deaths <= 10; deaths += 1) {
      last = await death(last)
      counted.push(faultsBefore(last))
    }
    assert.deepEqual(counted, [0, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    // An attempt that is excused for another reason in between starts no new count.
    const away = await attempt(last, failing(new StoreUnavailableError('away')))
    assert.equal(faultsBefore(away.last), 8)
    assert.equal(faultsBefore(await death(away.last)), 9)
  })

  it('does not count an attempt to which the store has answered that its bucket does not exist', async () => {
    const missing = storeAnswer('NoSuchBucket', 404, 'the bucket does not exist')
    const { last } = await attempt(undefined, failing(new Error('put', { cause: missing })))
    assert.equal(faultsBefore(last), 0)
  })

  it('does not count an attempt of a worker without the key of the job', async () => {
    const { last } = await attempt(undefined, failing(new SealError('another key')))
    assert.equal(faultsBefore(last), 0)
  })

  it('does not count an attempt that succeeded although Temporal took it for dead', async () => {
    const own = attemptMarks(store, { tenant: 'default', id: 'crawl-4' }, 'run')
    const context = {
      info: { activityType: 'test', heartbeatDetails: { faults: 1, isExcused: false } },
      cancellationSignal: new AbortController().signal,
      heartbeat: () => undefined,
    }
    const options = { intervalMs: 5, alone, hasSuspectsBeside, marks: own }
    await countingAttempts(context, options, async () => await Promise.resolve())
    const later = { ...context, info: { activityType: 'test', heartbeatDetails: { faults: 2, isExcused: false } } }
    const seen = await countingAttempts(later, options, async (faults) => await Promise.resolve(faults))
    assert.equal(seen, 2)
  })

  it('reports each third fault once, however many excused attempts follow', async () => {
    const reported = async (): Promise<number> => {
      const { values } = await metrics.repeatedFaults.get()
      return values.find(({ labels }) => labels.activity === 'advanceFrontier')?.value ?? 0
    }
    const before = await reported()
    let { last } = await attempt({ faults: 1, isExcused: false }, failing(new Error('x')))
    assert.equal(await reported(), before)
    for (let excused = 0; excused < 3; excused += 1) {
      last = (await attempt(last, failing(new StoreUnavailableError('away')))).last
      assert.deepEqual([faultsBefore(last), await reported()], [3, before + 1])
    }
    for (let faults = 3; faults < 6; faults += 1) last = (await attempt(last, failing(new Error('x')))).last
    assert.equal(await reported(), before + 1)
    await attempt(last, async () => await Promise.resolve())
    assert.equal(await reported(), before + 2)
  })

  it('lets only work that has failed before wait for its turn', async () => {
    const turns: string[] = []
    const turn = async <T>(work: () => Promise<T>): Promise<T> => {
      turns.push('alone')
      return await work()
    }
    await attempt(undefined, async () => await Promise.resolve(), { turn })
    await attempt({ faults: 0, isExcused: false }, async () => await Promise.resolve(), { turn })
    assert.deepEqual(turns, ['alone'])
  })
})

describe('wayAfter', () => {
  it('gives each way three attempts, then gives up', () => {
    const ways = Array.from({ length: 6 }, (_, faults) => wayAfter(faults, ['a', 'b'], 'test'))
    assert.deepEqual(ways, ['a', 'a', 'a', 'b', 'b', 'b'])
    assert.throws(() => wayAfter(6, ['a', 'b'], 'test'), { type: 'AttemptsFailedError', nonRetryable: true })
  })

  it('takes heartbeats of another release for no fault', () => {
    for (const details of [undefined, null, { next: 3 }, 'x']) assert.equal(faultsBefore(details), 0)
  })
})
