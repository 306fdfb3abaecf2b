/** Retries an action until it succeeds or its time is over; the last informative reason is reported. */
import type { Page } from 'puppeteer'
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import { ActionFault } from './contract.ts'
import type { Try } from './target.ts'
import { DocumentGoneError } from './world.ts'

const { loneTryMs, tryMinMs, pollMs } = actionLimits

/**
 * @param timeoutMs time for all tries, milliseconds; 0 = one try.
 * @throws ActionFault; AttemptEndedError.
 */
export async function retry<Value>(
  page: Page,
  clock: AttemptClock,
  timeoutMs: number,
  once: (one: Try) => Promise<Value>,
): Promise<Value> {
  const endsAt = performance.now() + timeoutMs
  let last: ActionFault | null = null
  for (let attempt = 0; ; attempt++) {
    const tryEndsAt = timeoutMs === 0 ? performance.now() + loneTryMs : Math.max(endsAt, performance.now() + tryMinMs)
    try {
      return await once({ page, clock, attempt, leftMs: () => Math.max(1, tryEndsAt - performance.now()) })
    } catch (error) {
      const fault = asFault(error)
      if (!fault.passing) throw fault
      last = last !== null && saysLess(fault, last) ? last : fault
    }
    if (performance.now() + pollMs >= endsAt) throw last
    await clock.sleep(pollMs)
  }
}

/**
 * Whether a fault says less than the one before it: a try that was cut off says less than a complete one, and,
 * because each try scrolls differently, one that missed the viewport says less than one that found what covers the
 * element.
 */
const saysLess = (fault: ActionFault, before: ActionFault): boolean =>
  fault.code === 'timeout' || (fault.code === 'outside_viewport' && before.code === 'covered_by')

function asFault(error: unknown): ActionFault {
  if (error instanceof ActionFault) return error
  if (error instanceof DocumentGoneError) return new ActionFault('not_found', 'the document was replaced')
  throw error
}
