/** A deadline on what is asked of the object store, so that no request hangs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayLimits } from '../config/limits.ts'
import { StoreUnavailableError } from './store-errors.ts'

/**
 * The result of a call, if it comes in time.
 * @param what is done, for the log.
 * @throws StoreUnavailableError when it takes longer than `deadlineMs`; whatever the call throws.
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
    // The loser of the race has nobody to tell.
    late.catch(() => undefined)
    call.catch(() => undefined)
  }
}
