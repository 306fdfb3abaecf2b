/** Asks whether the service answers at all. */
import { viewLimits } from '../console-view-limits.ts'
import { serviceRoot } from './root.ts'

/** Asks the cheapest route, without a key. @returns whether there is an answer. @throws when there is none in time. */
export async function serviceAnswers(): Promise<boolean> {
  const response = await fetch(new URL('healthz', serviceRoot), {
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(viewLimits.healthWithinMs),
  })
  // Read and not cancelled, which would close the connection.
  await response.arrayBuffer()
  return response.status !== 502 && response.status !== 503
}
