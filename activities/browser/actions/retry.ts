/** Tries an action until it works or its time is over; the last reason stands. */
import type { Page } from 'puppeteer'
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../attempt-clock.ts'
import { ActionFault } from './contract.ts'
import type { Try } from './target.ts'
import { DocumentGoneError } from './world.ts'

/** Longest single try when an action has no time of its own, milliseconds. */
const loneTryMs = 2_000

/**
 * @param timeoutMs 0 = one try.
 * @throws ActionFault, AttemptEndedError.
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
    const tryEndsAt = timeoutMs === 0 ? performance.now() + loneTryMs : Math.max(endsAt, performance.now() + 50)
    try {
      return await once({ page, clock, attempt, leftMs: () => Math.max(1, tryEndsAt - performance.now()) })
    } catch (error) {
      const fault = asFault(error)
      if (!fault.passing) throw fault
      // A try that was cut short says less than the one before it.
      last = fault.code === 'timeout' && last !== null ? last : fault
    }
    if (performance.now() + actionLimits.pollMs >= endsAt) throw last
    await clock.sleep(actionLimits.pollMs)
  }
}

function asFault(error: unknown): ActionFault {
  if (error instanceof ActionFault) return error
  if (error instanceof DocumentGoneError) return new ActionFault('not_found', 'the document was replaced')
  throw error
}
