/** Being kept out by an engine, and for how long it is then left alone. */
import { serpSuspensionLimits } from '@seine/shared/config/serp-limits.ts'
import type { Refusal } from './contract.ts'

/** Of the first time, and the longest it can grow to, seconds. */
export const suspensionOf = {
  captcha: { firstSecs: serpSuspensionLimits.captchaSecs, maxSecs: serpSuspensionLimits.captchaMaxSecs },
  denied: { firstSecs: serpSuspensionLimits.deniedSecs, maxSecs: serpSuspensionLimits.deniedMaxSecs },
  rate_limited: { firstSecs: serpSuspensionLimits.rateLimitedSecs, maxSecs: serpSuspensionLimits.rateLimitedMaxSecs },
} as const satisfies Record<Refusal['why'], { firstSecs: number; maxSecs: number }>

/**
 * A refusal.
 * @param toldMs how long the engine itself asks to be left alone, milliseconds; null = it does not say.
 */
export function refusal(why: Refusal['why'], detail: string, toldMs: number | null = null): Refusal {
  const { firstSecs, maxSecs } = suspensionOf[why]
  // Who asks for a second has told less than it will mind.
  const suspendSecs =
    toldMs === null ? firstSecs : Math.min(maxSecs, Math.max(Math.ceil(toldMs / 1_000), minimumSecs(why)))
  return { kind: 'blocked', why, suspendSecs, detail }
}

const minimumSecs = (why: Refusal['why']): number => (why === 'rate_limited' ? 1 : suspensionOf[why].firstSecs)
