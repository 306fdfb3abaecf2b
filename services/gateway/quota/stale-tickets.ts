/** Tickets of jobs that do not run: of starts that a killed gateway left behind, or that came to nothing. */
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { ListedTicket } from './running-tickets.ts'

/** Finds the stale among the tickets of one key. */
export class StaleTickets {
  readonly #engine: Pick<JobEngine, 'describe'>
  /** When a job was last seen to run. */
  readonly #seenAtMs = new Map<string, number>()
  /** Jobs whose start is over in this process, and of which it is not known what became. */
  readonly #doubtful = new Set<string>()
  #checkedAtMs = Number.NEGATIVE_INFINITY

  constructor(engine: Pick<JobEngine, 'describe'>) {
    this.#engine = engine
  }

  /** Nobody waits for the start of this job any more: its ticket may be looked into at any age. */
  doubt(jobId: string): void {
    if (this.#doubtful.size < apiLimits.doubtfulTicketsMax) this.#doubtful.add(jobId)
  }

  /** What the engine says of a job; `unknown` when it says nothing. Never rejects. */
  async lookAt(jobId: string): Promise<'running' | 'not_running' | 'unknown'> {
    try {
      const view = await this.#engine.describe(jobId)
      this.#doubtful.delete(jobId)
      return view?.state === 'running' ? 'running' : 'not_running'
    } catch {
      return 'unknown'
    }
  }

  /**
   * The jobs among these tickets that the engine knows not to run, of those that are old enough for
   * their start to be over. A bounded number is looked at, and that once in a while. Never rejects.
   * @param nowMs by the clock of the store.
   */
  async among(tickets: readonly ListedTicket[], nowMs: number): Promise<string[]> {
    const atMs = performance.now()
    if (atMs - this.#checkedAtMs < apiLimits.ticketCheckIntervalMs) return []
    this.#checkedAtMs = atMs
    for (const [jobId, seenAtMs] of this.#seenAtMs) {
      if (atMs - seenAtMs >= apiLimits.ticketRecheckMs) this.#seenAtMs.delete(jobId)
    }
    const looks = this.#suspects(tickets, nowMs).map(async (jobId) => ({ jobId, state: await this.lookAt(jobId) }))
    const looked = await Promise.all(looks)
    for (const { jobId, state } of looked) if (state === 'running') this.#seenAtMs.set(jobId, atMs)
    return looked.filter(({ state }) => state === 'not_running').map(({ jobId }) => jobId)
  }

  #suspects(tickets: readonly ListedTicket[], nowMs: number): string[] {
    const doubtful = tickets.filter(({ jobId }) => this.#doubtful.has(jobId))
    const old = tickets.filter(
      ({ jobId, putAtMs }) =>
        nowMs - putAtMs >= apiLimits.ticketStaleMs && !this.#doubtful.has(jobId) && !this.#seenAtMs.has(jobId),
    )
    return [...doubtful, ...old].slice(0, apiLimits.ticketsCheckedMax).map(({ jobId }) => jobId)
  }
}
