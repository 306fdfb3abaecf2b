/** Tracks in the memory of the process which back-ends are suspended because they have refused requests. */
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { serpSuspensionLimits } from './limits/serp-reading-limits.ts'
import type { Refusal } from './results/contract.ts'
import { suspensionOf } from './results/refusal.ts'

interface Suspension {
  untilMs: number
  why: Refusal['why']
  /** Refusals since the last success. */
  times: number
}

/** An active suspension. */
export interface Suspended {
  why: Refusal['why']
  leftSecs: number
}

export class Suspensions {
  readonly #now: () => number
  readonly #byName = new Map<string, Suspension>()

  constructor(now: () => number = monotonicNow) {
    this.#now = now
  }

  /** Returns the suspension of a back-end; null when it may be queried. @param name name of engine and back-end. */
  of(name: string): Suspended | null {
    const suspension = this.#byName.get(name)
    const leftMs = (suspension?.untilMs ?? 0) - this.#now()
    return suspension === undefined || leftMs <= 0 ? null : { why: suspension.why, leftSecs: Math.ceil(leftMs / 1_000) }
  }

  /** Suspends a back-end, for longer the more refusals there were since its last success. */
  refused(name: string, { why, suspendSecs }: Pick<Refusal, 'why' | 'suspendSecs'>): void {
    const before = this.#byName.get(name)
    // Refusals of concurrent searches count as one.
    if (this.of(name)?.why === why) return
    const times = (before?.times ?? 0) + 1
    const secs = Math.min(
      suspensionOf[why].maxSecs,
      suspendSecs * serpSuspensionLimits.growth ** Math.min(times - 1, 20),
    )
    this.#byName.set(name, { untilMs: this.#now() + secs * 1_000, why, times })
  }

  /** Records a success: the next refusal counts as the first. A suspension imposed meanwhile stays. */
  succeeded(name: string): void {
    if (this.of(name) === null) this.#byName.delete(name)
  }
}
