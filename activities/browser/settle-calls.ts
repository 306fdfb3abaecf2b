/** The last wait of a page: calls of scripts that are under way may end, and what they lead to begin. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from './attempt-clock.ts'
import type { OpenRequest, TrafficView } from './recorder/contract.ts'

const counted = new Set<OpenRequest['resourceType']>(['document', 'xhr', 'fetch'])

const isBusy = (traffic: TrafficView): boolean =>
  [...traffic.open()].some(({ resourceType }) => counted.has(resourceType))

/**
 * Waits until no document, XHR or fetch has been under way for a moment; a page on which none is costs
 * nothing. Streams never end, so the wait is bounded.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function settleCalls(traffic: TrafficView, clock: AttemptClock): Promise<void> {
  if (!isBusy(traffic)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  let quiet: NodeJS.Timeout | undefined
  const look = (): void => {
    clearTimeout(quiet)
    quiet = isBusy(traffic) ? undefined : setTimeout(resolve, captureLimits.settleQuietMs)
  }
  const off = traffic.onChange(look)
  const cap = setTimeout(resolve, captureLimits.settleMs)
  try {
    await clock.step(promise)
  } finally {
    clearTimeout(quiet)
    clearTimeout(cap)
    off()
  }
}
