/** Remembers the highest reported counters per job, for the most recently read jobs. */
import { LRUCache } from 'lru-cache'
import type { ReportedCounters } from '@seine/shared/temporal/shapes.ts'

const nothing: ReportedCounters = { total: 0, completed: 0, failed: 0 }

export class HighWaterMarks {
  readonly #marks: LRUCache<string, ReportedCounters>

  constructor(jobsMax: number) {
    this.#marks = new LRUCache({ max: jobsMax })
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

  /** Removes the mark of a finished job, whose counters come from its record. */
  forget(jobId: string): void {
    this.#marks.delete(jobId)
  }
}
