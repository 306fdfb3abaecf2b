/** Refusals by an engine, and how long its back-end is then suspended. */
import { serpSuspensionLimits } from '../limits/serp-reading-limits.ts'
import type { Refusal } from './contract.ts'

/** Duration of the first suspension, and the maximum, seconds. */
export const suspensionOf = {
  captcha: { firstSecs: serpSuspensionLimits.captchaSecs, maxSecs: serpSuspensionLimits.captchaMaxSecs },
  denied: { firstSecs: serpSuspensionLimits.deniedSecs, maxSecs: serpSuspensionLimits.deniedMaxSecs },
  rate_limited: { firstSecs: serpSuspensionLimits.rateLimitedSecs, maxSecs: serpSuspensionLimits.rateLimitedMaxSecs },
} as const satisfies Record<Refusal['why'], { firstSecs: number; maxSecs: number }>

/**
 * Returns a refusal.
 * @param retryMs how long the engine asks not to be queried, milliseconds; null when it does not say.
 */
export function refusal(why: Refusal['why'], detail: string, retryMs: number | null = null): Refusal {
  const { firstSecs, maxSecs } = suspensionOf[why]
  // A very short requested pause underestimates what the engine tolerates.
  const suspendSecs =
    retryMs === null ? firstSecs : Math.min(maxSecs, Math.max(Math.ceil(retryMs / 1_000), minimumSecs(why)))
  return { kind: 'blocked', why, suspendSecs, detail }
}

const minimumSecs = (why: Refusal['why']): number => (why === 'rate_limited' ? 1 : suspensionOf[why].firstSecs)
