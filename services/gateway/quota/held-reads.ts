/**
 * Holds back reads of further documents of a job while their key has used up its reads. Refusing them at once would
 * lose documents: SDKs take a failed page of documents for the last one. Waiting reads are bounded in number and time,
 * because each of them keeps a connection and its memory.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import type { Caller } from '../http/request-context.ts'
import { rateRefusal } from './limit-requests.ts'
import type { RateLimits } from './rate-limits.ts'

/** The limits of `apiLimits` that concern reads held back. */
export type HeldReadLimits = Record<'heldReadsMax' | 'heldReadMaxMs', number>

export class HeldReads {
  readonly #rates: Pick<RateLimits, 'count'>
  readonly #limits: HeldReadLimits
  /** Waiting reads by key. */
  readonly #waiting = new Map<string, number>()

  /** @param limits per key in this process. @default apiLimits */
  constructor(rates: Pick<RateLimits, 'count'>, limits: HeldReadLimits = apiLimits) {
    this.#rates = rates
    this.#limits = limits
  }

  /**
   * Counts a read, and resolves once the key may make it.
   * @param check of the request, before it waits; its errors end the read.
   * @param signal aborted when the caller has gone.
   * @throws ApiError `rate_limited` when the key may read nothing, too many of its reads wait, or the wait is over; the
   *   errors of `check`; the reason of `signal`.
   */
  async admit(
    caller: Pick<Caller, 'keyId' | 'quotas'>,
    check: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { heldReadsMax, heldReadMaxMs } = this.#limits
    let standing = await this.#rates.count(caller, 'read')
    if (!standing.exceeded) return
    const waiting = this.#waiting.get(caller.keyId) ?? 0
    if (standing.limit === 0 || waiting >= heldReadsMax) throw rateRefusal(standing, 'read')
    this.#waiting.set(caller.keyId, waiting + 1)
    try {
      await check()
      const untilMs = performance.now() + heldReadMaxMs
      while (standing.exceeded) {
        const pauseMs = standing.resetSecs * 1_000
        if (performance.now() + pauseMs > untilMs) throw rateRefusal(standing, 'read')
        await sleep(pauseMs, undefined, { signal })
        standing = await this.#rates.count(caller, 'read')
      }
    } finally {
      this.#leave(caller.keyId)
    }
  }

  #leave(keyId: string): void {
    const left = (this.#waiting.get(keyId) ?? 1) - 1
    if (left === 0) this.#waiting.delete(keyId)
    else this.#waiting.set(keyId, left)
  }
}
