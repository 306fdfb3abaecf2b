/** Remembers the highest reported counters and durations per job, for the most recently read jobs. */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { LRUCache } from 'lru-cache'
import type { ReportedCounters } from '@seine/shared/temporal/shapes.ts'

const nothing: ReportedCounters = { total: 0, completed: 0, failed: 0 }

export class HighWaterMarks {
  readonly #marks: LRUCache<string, ReportedCounters>
  /** Seconds; kept when a job ends, for as long as there is room. */
  readonly #durations: LRUCache<string, number>

  constructor(jobsMax: number) {
    this.#marks = new LRUCache({ max: jobsMax })
    this.#durations = new LRUCache({ max: jobsMax })
  }

  /** Number of jobs with a mark. */
  get size(): number {
    return this.#marks.size
  }

  /** Returns the mark of a job; zeros when it was never read or has been evicted. */
  of(jobId: string): ReportedCounters {
    return this.#marks.peek(jobId) ?? nothing
  }

  /** Raises the mark of a job, counter by counter, and makes it the most recently read one. */
  raise(jobId: string, { total, completed, failed, stalls = 0 }: ReportedCounters): void {
    const mark = this.of(jobId)
    this.#marks.set(jobId, {
      total: Math.max(mark.total, total),
      completed: Math.max(mark.completed, completed),
      failed: Math.max(mark.failed, failed),
      ...(stalls === 0 && mark.stalls === undefined ? {} : { stalls: Math.max(mark.stalls ?? 0, stalls) }),
    })
  }

  /** Records the duration of a running job. @returns the longest recorded, seconds. */
  raiseDuration(jobId: string, seconds: number): number {
    const longest = this.durationOf(jobId, seconds)
    this.#durations.set(jobId, longest)
    return longest
  }

  /**
   * Returns a duration that is not shorter than one that was reported before: while a job runs, it is measured by the
   * clock of the gateway, afterwards by that of Temporal.
   * @param seconds as measured now; returned unchanged when more than a difference of clocks is between them.
   */
  durationOf(jobId: string, seconds: number): number {
    const before = this.#durations.peek(jobId) ?? 0
    return before - seconds > gatewayLimits.clockDifferenceMaxMs / 1_000 ? seconds : Math.max(before, seconds)
  }

  /** Removes the mark of a finished job, whose counters come from its record. */
  forget(jobId: string): void {
    this.#marks.delete(jobId)
  }
}
