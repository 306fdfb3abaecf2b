/** A deadline for calls of the object store, so that no request hangs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayLimits } from '../config/limits.ts'
import { StoreUnavailableError } from './store-errors.ts'

/**
 * Returns the result of a call if it arrives in time.
 * @param what describes the call, for the log.
 * @throws StoreUnavailableError when it takes longer than `deadlineMs`; the error of the call.
 */
export async function withinDeadline<T>(
  what: string,
  call: Promise<T>,
  deadlineMs: number = gatewayLimits.storeDeadlineMs,
): Promise<T> {
  const timer = new AbortController()
  const late = sleep(deadlineMs, undefined, { signal: timer.signal }).then(() => {
    const cause = new DOMException(`no answer within ${deadlineMs} ms`, 'TimeoutError')
    throw new StoreUnavailableError(`object store: ${what} took more than ${deadlineMs} ms`, { cause })
  })
  try {
    return await Promise.race([call, late])
  } finally {
    timer.abort()
    // The result of the other promise is ignored.
    late.catch(() => undefined)
    call.catch(() => undefined)
  }
}
