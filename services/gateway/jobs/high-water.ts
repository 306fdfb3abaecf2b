/** Remembers the highest reported counters per job, for the most recently read jobs. */
import { LRUCache } from 'lru-cache'
import type { HighWater } from './job-progress.ts'

const nothing: HighWater = { total: 0, completed: 0, failed: 0 }

export class HighWaterMarks {
  readonly #marks: LRUCache<string, HighWater>

  constructor(jobsMax: number) {
    this.#marks = new LRUCache({ max: jobsMax })
  }

  /** Number of jobs with a mark. */
  get size(): number {
    return this.#marks.size
  }

  /** Returns the mark of a job; zeros when it was never read or has been evicted. */
  of(jobId: string): HighWater {
    return this.#marks.peek(jobId) ?? nothing
  }

  /** Raises the mark of a job, counter by counter, and makes it the most recently read one. */
  raise(jobId: string, { total, completed, failed, stalls = 0 }: HighWater): void {
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
