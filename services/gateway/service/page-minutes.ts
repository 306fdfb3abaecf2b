/** Finished pages by the minute in which they were counted. */
import type { FailureCount, PageCounts } from '@seine/shared/api/schemas/service-schema.ts'
import type { NumberedNote } from '@seine/shared/api/schemas/page-note.ts'

/** Pages of a minute: successes, and failures by code. */
interface Minute {
  completed: number
  failures: Map<string, number>
}

/** Code of failed pages whose note has none. */
const unknownCode = 'unknown'

const minuteMs = 60_000

/** Counts of pages that were counted within a window of time. */
export class PageMinutes {
  readonly #minutes = new Map<number, Minute>()

  /** Adds finished pages. */
  add(notes: readonly Pick<NumberedNote, 'note' | 'atMs'>[]): void {
    for (const { note, atMs } of notes) {
      const at = Math.floor(atMs / minuteMs)
      const minute = this.#minutes.get(at) ?? { completed: 0, failures: new Map<string, number>() }
      this.#minutes.set(at, minute)
      const code = note.errorCode ?? unknownCode
      if (note.success) minute.completed += 1
      else minute.failures.set(code, (minute.failures.get(code) ?? 0) + 1)
    }
  }

  /** Adds the minutes of another one. */
  join(other: PageMinutes): void {
    for (const [at, { completed, failures }] of other.#minutes) {
      const minute = this.#minutes.get(at) ?? { completed: 0, failures: new Map<string, number>() }
      this.#minutes.set(at, minute)
      minute.completed += completed
      for (const [code, pages] of failures) minute.failures.set(code, (minute.failures.get(code) ?? 0) + pages)
    }
  }

  /** Forgets minutes that ended before a time, epoch milliseconds. */
  forget(beforeMs: number): void {
    for (const at of this.#minutes.keys()) if ((at + 1) * minuteMs <= beforeMs) this.#minutes.delete(at)
  }

  /** Returns the pages of all minutes that end after a time, epoch milliseconds. */
  since(fromMs: number): PageCounts {
    const counts = { completed: 0, failed: 0 }
    for (const { completed, failures } of this.#after(fromMs)) {
      counts.completed += completed
      for (const pages of failures.values()) counts.failed += pages
    }
    return counts
  }

  /** Returns the pages of the last minute that is over. */
  lastWhole(nowMs: number): PageCounts {
    const { completed = 0, failures = new Map<string, number>() } =
      this.#minutes.get(Math.floor(nowMs / minuteMs) - 1) ?? {}
    return { completed, failed: [...failures.values()].reduce((total, pages) => total + pages, 0) }
  }

  /** Returns the failures of all minutes that end after a time, the most frequent first. */
  failuresSince(fromMs: number, max: number): FailureCount[] {
    const totals = new Map<string, number>()
    for (const { failures } of this.#after(fromMs)) {
      for (const [code, pages] of failures) totals.set(code, (totals.get(code) ?? 0) + pages)
    }
    return [...totals]
      .map(([code, pages]) => ({ code, pages }))
      .toSorted((a, b) => b.pages - a.pages || a.code.localeCompare(b.code))
      .slice(0, max)
  }

  #after(fromMs: number): Minute[] {
    return [...this.#minutes].filter(([at]) => (at + 1) * minuteMs > fromMs).map(([, minute]) => minute)
  }
}
