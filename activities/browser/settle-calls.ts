/** The last wait of a page: calls of scripts that are under way may end, if they do so soon. */
import type { AttemptClock } from './attempt-clock.ts'
import type { OpenRequest, TrafficView } from './recorder/contract.ts'

const counted = new Set<OpenRequest['resourceType']>(['document', 'xhr', 'fetch'])

/**
 * Waits until no document, XHR or fetch is under way; streams never end, so the wait is bounded.
 * @param capMs longest wait.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function settleCalls(traffic: TrafficView, clock: AttemptClock, capMs: number): Promise<void> {
  const busy = (): boolean => [...traffic.open()].some(({ resourceType }) => counted.has(resourceType))
  if (!busy()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const off = traffic.onChange(() => {
    if (!busy()) resolve()
  })
  const timer = setTimeout(resolve, capMs)
  try {
    await clock.step(promise)
  } finally {
    clearTimeout(timer)
    off()
  }
}
