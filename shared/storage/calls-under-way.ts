/**
 * Calls of the object store in progress: for metrics, and for activities, which must not report that they are alive
 * while one of their calls hangs.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { storeLimits } from '../config/limits.ts'
import { metrics, whenRead } from '../observability/metrics.ts'

interface Call {
  operation: string
  startedMs: number
  movedMs: number
  /** How long the call may go without progress, milliseconds. */
  patienceMs: number
}

/** A call in progress. */
export interface BegunCall {
  /** Data has arrived. */
  moved(): void
  end(): void
}

const underWay = new Set<Call>()
const scopes = new AsyncLocalStorage<Set<Call>>()
const operations = new Set<string>()

/**
 * Records the start of a call.
 * @param operation name of the S3 operation.
 * @param patienceMs milliseconds after which the timeouts of a call have ended it unless it makes progress.
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
 * Runs work and watches its calls of the store.
 * @param work receives a function that returns whether one of these calls hangs: its timeouts should have ended it.
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
