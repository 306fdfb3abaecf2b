/** The counters of a job. They count input lines, except the queued URLs, which count URLs. */
import type { RenderMode } from '@seine/shared/tasks/job-input.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import type { FrontierEntry } from './entry.ts'

export class FrontierCounts {
  readonly #limit: number
  readonly #render: RenderMode
  /** Queued URLs, whether or not attempted before. */
  readonly #pending: Record<Lane, number> = { http: 0, browser: 0 }
  /** Queued or leased and never attempted: reported to the caller as pending. */
  #waiting = 0
  /** Leased and never attempted: already reserved within the limit. */
  #leasedFirst = 0
  /** Queued for a browser and never attempted. */
  #browserFirst = 0
  #attempted = 0
  #completed = 0
  #failed = 0

  constructor(limit: number, render: RenderMode) {
    this.#limit = limit
    this.#render = render
  }

  /** Adds or removes an entry. @param sign -1 before an entry changes, 1 after. */
  count(entry: FrontierEntry, sign: 1 | -1): void {
    const by = sign * entry.lines
    const first = !entry.attempted && !entry.linksOnly
    if (entry.state === 'pending') {
      this.#pending[entry.lane] += sign
      if (first && entry.lane === 'browser') this.#browserFirst += by
    }
    if (first && (entry.state === 'pending' || entry.state === 'leased')) this.#waiting += by
    if (first && entry.state === 'leased') this.#leasedFirst += by
    if (entry.attempted) this.#attempted += by
    if (entry.state === 'scraped') this.#completed += by
    if (entry.state === 'failed') this.#failed += by
  }

  /** Queued URLs. */
  get pending(): number {
    return this.#pending.http + this.#pending.browser
  }

  pendingIn(lane: Lane): number {
    return this.#pending[lane]
  }

  /** Number of input lines that may still be attempted without exceeding the limit. */
  budgetLeft(): number {
    return this.#limit - this.#attempted - this.#leasedFirst
  }

  /**
   * The budget of one lane. Pages that HTTP has already passed to a browser keep their place within the limit;
   * otherwise the quicker lane would use up all of it.
   */
  budgetOf(lane: Lane): number {
    const kept = lane === 'http' && this.#render === 'auto' ? this.#browserFirst : 0
    return this.budgetLeft() - kept
  }

  /** Counters as the caller sees them; a page that will be tried again stays in flight. */
  counters(): JobCounters {
    const pending = Math.min(this.#waiting, this.#limit - this.#attempted)
    return { total: this.#attempted, completed: this.#completed, failed: this.#failed, pending }
  }
}
