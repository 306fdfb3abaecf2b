/** One answer at one time for names that do not exist and names that lead to refused addresses. */
import { setTimeout as sleep } from 'node:timers/promises'
import { egressLimits } from '../../config/limits.ts'
import { fault } from './faults.ts'

/** When a refusal is told, milliseconds from the question: one of two moments, whatever came to pass. */
export const refusalAtMs = (elapsedMs: number): number =>
  elapsedMs <= egressLimits.insideAnswerMs ? egressLimits.insideAnswerMs : egressLimits.dnsTimeoutMs

/**
 * Passes on what a question comes to; every refusal becomes the same `dns_error`, told at a time that does not
 * depend on what was found.
 * @throws EgressError `dns_error` without any detail.
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
