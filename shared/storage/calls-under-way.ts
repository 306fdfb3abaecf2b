/**
 * Calls of the object store that are under way: for the metrics, and for activities, which must not report that they
 * are alive while one of their calls hangs.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { storeLimits } from '../config/limits.ts'
import { metrics, whenRead } from '../observability/metrics.ts'

interface Call {
  operation: string
  startedMs: number
  movedMs: number
  /** How long the call may go without a sign of progress. */
  patienceMs: number
}

/** A call that has begun. */
export interface BegunCall {
  /** Bytes have come. */
  moved(): void
  end(): void
}

const underWay = new Set<Call>()
const scopes = new AsyncLocalStorage<Set<Call>>()
const operations = new Set<string>()

/**
 * Notes that a call begins.
 * @param operation name of the S3 operation.
 * @param patienceMs milliseconds after which its timeouts have ended it, unless it moves.
 */
export function beginCall(operation: string, patienceMs: number): BegunCall {
  const nowMs = performance.now()
  const call: Call = { operation, startedMs: nowMs, movedMs: nowMs, patienceMs: patienceMs + storeLimits.hangGraceMs }
  const scope = scopes.getStore()
  operations.add(operation)
  underWay.add(call)
  scope?.add(call)
  return {
    moved() {
      call.movedMs = performance.now()
    },
    end() {
      underWay.delete(call)
      scope?.delete(call)
    },
  }
}

/**
 * Runs work whose calls of the store are watched.
 * @param work gets a function that says whether one of these calls hangs: its timeouts should have ended it.
 */
export async function watchingCalls<T>(work: (hangs: () => boolean) => Promise<T>): Promise<T> {
  const calls = new Set<Call>()
  const hangs = (): boolean => {
    const nowMs = performance.now()
    return calls.values().some(({ movedMs, patienceMs }) => nowMs - movedMs > patienceMs)
  }
  return await scopes.run(calls, async () => await work(hangs))
}

whenRead(() => {
  const nowMs = performance.now()
  for (const operation of operations) {
    const calls = [...underWay].filter((call) => call.operation === operation)
    const oldestMs = Math.max(0, ...calls.map(({ startedMs }) => nowMs - startedMs))
    metrics.storeCalls.set({ operation }, calls.length)
    metrics.storeOldestSeconds.set({ operation }, oldestMs / 1_000)
  }
})
