/**
 * Makes names that do not exist and names that resolve to refused addresses indistinguishable: one error at one time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { egressLimits } from '../../config/limits.ts'
import { fault } from './faults.ts'

/**
 * Returns when to report a refusal, milliseconds after the lookup began: one of two fixed times, whatever the reason.
 */
export const refusalAtMs = (elapsedMs: number): number =>
  elapsedMs <= egressLimits.insideAnswerMs ? egressLimits.insideAnswerMs : egressLimits.dnsTimeoutMs

/**
 * Passes an answer on. Every refusal becomes the same `dns_error`, reported at a time that does not depend on what the
 * lookup found.
 * @throws EgressError `dns_error`, without any detail.
 */
export async function alikeRefusals<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const askedMs = performance.now()
  try {
    return await answer
  } catch {
    const elapsedMs = performance.now() - askedMs
    await sleep(Math.max(0, refusalAtMs(elapsedMs) - elapsedMs))
    throw fault('dns_error')
  }
}
