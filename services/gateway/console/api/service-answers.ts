/** Checks whether the service answers. */
import { viewLimits } from '../console-view-limits.ts'
import { serviceRoot } from './root.ts'

/** Requests the cheapest route, without a key. @returns true for any answer. @throws on a network error or time-out. */
export async function serviceAnswers(): Promise<boolean> {
  const response = await fetch(new URL('healthz', serviceRoot), {
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(viewLimits.healthWithinMs),
  })
  // The body is read to its end: cancelling it would close the connection.
  await response.arrayBuffer()
  return response.status !== 502 && response.status !== 503
}
