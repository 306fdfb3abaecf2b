/** Finds tickets of jobs that do not run: of failed starts, or of starts that a killed gateway left behind. */
import { apiLimits } from '../config/api-limits.ts'
import type { ListedTicket } from './running-tickets.ts'

/** What says whether a job runs. */
export interface RunningStates {
  /** Returns the state of a workflow; null without one. @throws any error when the engine does not answer. */
  describe(workflowId: string): Promise<{ readonly state: string } | null>
}

/** Finds the stale tickets of one key. */
export class StaleTickets {
  readonly #engine: RunningStates
  /** When a job was last seen running. */
  readonly #seenAtMs = new Map<string, number>()
  /** Jobs whose start has ended in this process with an unknown outcome. */
  readonly #doubtful = new Set<string>()
  #checkedAtMs = Number.NEGATIVE_INFINITY

  constructor(engine: RunningStates) {
    this.#engine = engine
  }

  /** Marks a job whose start has ended here: its ticket may be checked at any age. */
  doubt(jobId: string): void {
    if (this.#doubtful.size < apiLimits.doubtfulTicketsMax) this.#doubtful.add(jobId)
  }

  /** Returns the state of a job in the engine; `unknown` when the engine does not answer. Never rejects. */
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
   * Returns the jobs among these tickets that do not run according to the engine, limited to jobs old enough for their
   * start to have ended and to doubtful ones. Checks a bounded number of jobs, at most once per interval. Never
   * rejects.
   * @param nowMs current time by the clock of the store, epoch milliseconds.
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
