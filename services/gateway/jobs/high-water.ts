/** Remembers the highest reported counters per job, for the most recently read jobs. */
import type { HighWater } from './job-progress.ts'

const nothing: HighWater = { total: 0, completed: 0, failed: 0 }

/** A bounded cache that evicts the least recently read job first. */
export class HighWaterMarks {
  readonly #marks = new Map<string, HighWater>()
  readonly #jobsMax: number

  constructor(jobsMax: number) {
    this.#jobsMax = jobsMax
  }

  get size(): number {
    return this.#marks.size
  }

  /** Returns the mark of a job; zeros when it was never read or has been evicted. */
  of(jobId: string): HighWater {
    return this.#marks.get(jobId) ?? nothing
  }

  /** Raises the mark of a job, counter by counter, and makes it the most recently read one. */
  raise(jobId: string, { total, completed, failed, stalls = 0 }: HighWater): void {
    const mark = this.of(jobId)
    this.#marks.delete(jobId)
    this.#marks.set(jobId, {
      total: Math.max(mark.total, total),
      completed: Math.max(mark.completed, completed),
      failed: Math.max(mark.failed, failed),
      ...(stalls === 0 && mark.stalls === undefined ? {} : { stalls: Math.max(mark.stalls ?? 0, stalls) }),
    })
    if (this.#marks.size <= this.#jobsMax) return
    for (const oldest of this.#marks.keys()) {
      this.#marks.delete(oldest)
      break
    }
  }

  /** Removes the mark of a finished job, whose counters come from its record. */
  forget(jobId: string): void {
    this.#marks.delete(jobId)
  }
}
