/** The end of a call's budget on its way from one process to another. */
import type { IncomingHttpHeaders } from 'node:http'
import { workerCallLimits } from '../config/browser-limits.ts'
import { budgetHeader, deadlineHeader } from '../tasks/browser-page.ts'
import { monotonicNow } from '../values/monotonic-now.ts'

/** Returns the headers of a call. @param deadlineMs end of its budget, by `monotonicNow`. */
export function deadlineHeaders(deadlineMs: number): Record<string, string> {
  const leftMs = Math.max(0, Math.round(deadlineMs - monotonicNow()))
  return { [budgetHeader]: String(leftMs), [deadlineHeader]: String(Date.now() + leftMs) }
}

/**
 * Returns the end of a call's budget, by `monotonicNow` of this process. A caller of the release before sends only the
 * time of its own clock.
 */
export function deadlineIn(headers: IncomingHttpHeaders): number {
  const left = numberIn(headers[budgetHeader])
  if (left !== null) return monotonicNow() + left
  const given = numberIn(headers[deadlineHeader])
  return monotonicNow() + (given === null || given <= 0 ? workerCallLimits.budgetDefaultMs : given - Date.now())
}

/** Returns a number that is not negative; null for any other value. */
function numberIn(header: string | string[] | undefined): number | null {
  const value = typeof header === 'string' && header !== '' ? Number(header) : NaN
  return Number.isFinite(value) && value >= 0 ? value : null
}
