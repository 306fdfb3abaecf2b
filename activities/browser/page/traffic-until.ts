/** Waits for a condition on the traffic of a page. */
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import type { TrafficView } from '../recorder/contract.ts'

/**
 * Waits until a condition holds; checks it after every change of the traffic.
 * @param capMs longest wait, milliseconds.
 * @returns whether it holds.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function trafficUntil(
  traffic: TrafficView,
  clock: AttemptClock,
  capMs: number,
  holds: () => boolean,
): Promise<boolean> {
  if (holds()) return true
  const { promise, resolve } = Promise.withResolvers<void>()
  const off = traffic.onChange(() => {
    if (holds()) resolve()
  })
  try {
    await clock.step(promise, capMs)
    return true
  } catch (error) {
    if (error instanceof StepTimeoutError) return holds()
    throw error
  } finally {
    off()
  }
}
