/** Which back-ends are left alone for now: those that have kept us out. In the memory of the process. */
import { serpSuspensionLimits } from '@seine/shared/config/serp-limits.ts'
import type { Refusal } from './results/contract.ts'
import { suspensionOf } from './results/refusal.ts'

interface Suspension {
  untilMs: number
  why: Refusal['why']
  /** Refusals since the last success. */
  times: number
}

/** A suspension that lasts. */
export interface Suspended {
  why: Refusal['why']
  leftSecs: number
}

export class Suspensions {
  readonly #now: () => number
  readonly #byName = new Map<string, Suspension>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** What a back-end is suspended for; null when it may be asked. @param name of engine and back-end. */
  of(name: string): Suspended | null {
    const suspension = this.#byName.get(name)
    const leftMs = (suspension?.untilMs ?? 0) - this.#now()
    return suspension === undefined || leftMs <= 0 ? null : { why: suspension.why, leftSecs: Math.ceil(leftMs / 1_000) }
  }

  /** Suspends; the longer, the more often it has happened without a success between. */
  refused(name: string, { why, suspendSecs }: Pick<Refusal, 'why' | 'suspendSecs'>): void {
    const before = this.#byName.get(name)
    // Searches that were under way together have been refused once.
    if (this.of(name)?.why === why) return
    const times = (before?.times ?? 0) + 1
    const secs = Math.min(
      suspensionOf[why].maxSecs,
      suspendSecs * serpSuspensionLimits.growth ** Math.min(times - 1, 20),
    )
    this.#byName.set(name, { untilMs: this.#now() + secs * 1_000, why, times })
  }

  /** It has let us in: the next refusal is a first one. A suspension that was imposed since stays. */
  succeeded(name: string): void {
    if (this.of(name) === null) this.#byName.delete(name)
  }
}
