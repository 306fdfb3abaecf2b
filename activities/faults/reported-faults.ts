/**
 * Counts each repeated fault of an activity once in the metric, over all attempts: an attempt that ends because the store
 * is away, or its worker shuts down, meets the same fault again. What has been counted goes with the heartbeats.
 */
import { hash } from 'node:crypto'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'

export class ReportedFaults {
  readonly #activity: string
  readonly #names: Set<string>

  /**
   * @param activity label of the metric.
   * @param earlier `names()` of the attempt before, from its last heartbeat; anything else counts as none.
   */
  constructor(activity: string, earlier: unknown = []) {
    this.#activity = activity
    this.#names = new Set(Array.isArray(earlier) ? earlier.filter((name) => typeof name === 'string') : [])
  }

  /** Counts a fault unless it has been counted. @param fault identifies it within the activity. */
  report(fault: string): void {
    const name = hash('sha256', fault, 'hex').slice(0, 8)
    if (this.#names.has(name) || this.#names.size >= temporalLimits.reportedFaultsMax) return
    this.#names.add(name)
    metrics.repeatedFaults.inc({ activity: this.#activity })
  }

  /** Returns the names of the faults that have been counted. */
  names(): string[] {
    return [...this.#names]
  }
}
