/**
 * Hands out the places for running jobs under one key in this process. It writes its own ticket for a job, which is
 * admitted when a listing that began afterwards shows no more jobs than there are places; starts that wait at the same
 * time share a listing and are admitted in order of arrival.
 */
import { apiLimits } from '../config/api-limits.ts'
import type { ListedTicket, RunningTickets, TicketHolder } from './running-tickets.ts'
import type { StaleTickets } from './stale-tickets.ts'

/** `contested`: there may be room once starts of other processes have backed off. */
export type PlaceVerdict = 'in' | 'full' | 'contested'

interface Waiting {
  jobId: string
  max: number
  resolve: (verdict: PlaceVerdict) => void
  reject: (error: unknown) => void
}

/** A count of jobs, and the number of ticket writes of this process that it certainly includes. */
interface Count {
  tickets: number
  atMs: number
  puts: number
}

export interface KeyPlacesPorts {
  holder: TicketHolder
  tickets: RunningTickets
  stale: StaleTickets
}

export class KeyPlaces {
  readonly #ports: KeyPlacesPorts
  /** Starts of this process that are not admitted, whether their ticket is not written yet or not deleted yet. */
  readonly #undecided = new Map<string, Promise<PlaceVerdict>>()
  /** When jobs were recently admitted by this process. */
  readonly #letInAtMs = new Map<string, number>()
  #waiting: Waiting[] = []
  #listing = false
  #count: Count | null = null
  /** Number of starts so far, and how many of them have tried to write their ticket. */
  #begun = 0
  #puts = 0

  constructor(ports: KeyPlacesPorts) {
    this.#ports = ports
  }

  /** Requests a place; requests for the same job share the verdict. @throws StoreUnavailableError */
  take(jobId: string, max: number): Promise<PlaceVerdict> {
    const same = this.#undecided.get(jobId)
    if (same !== undefined) return same
    const verdict = this.#taken(jobId, max)
    this.#undecided.set(jobId, verdict)
    return verdict
  }

  /** Returns how many jobs have a place. Places of jobs that do not run are freed. @throws StoreUnavailableError */
  async used(): Promise<number> {
    const listed = await this.#ports.tickets.list(this.#ports.holder)
    // The clock of the store may differ; no ticket was just written that shows its time.
    return (await this.#withoutGone(listed, Date.now() - apiLimits.ticketStaleMs)).length
  }

  /** Frees the place of a job whose start failed. Never rejects. */
  async giveBack(jobId: string): Promise<void> {
    const { holder, tickets, stale } = this.#ports
    const state = await stale.lookAt(jobId)
    if (state === 'unknown') stale.doubt(jobId)
    if (state !== 'not_running' || this.#undecided.has(jobId)) return
    await tickets.delete(holder, [jobId]).catch(() => stale.doubt(jobId))
  }

  async #taken(jobId: string, max: number): Promise<PlaceVerdict> {
    const { holder, tickets, stale } = this.#ports
    this.#begun += 1
    try {
      await this.#written(tickets.put(holder, jobId))
      if (this.#isFarBelow(max)) {
        this.#undecided.delete(jobId)
        return 'in'
      }
      return await new Promise<PlaceVerdict>((resolve, reject) => {
        this.#waiting.push({ jobId, max, resolve, reject })
        void this.#decideWaiting()
      })
    } catch (error) {
      this.#undecided.delete(jobId)
      stale.doubt(jobId)
      throw error
    }
  }

  /**
   * Waits for the ticket write of a start; a failed write may still have stored the ticket, so the next count must
   * include it.
   */
  async #written(writing: Promise<void>): Promise<void> {
    try {
      await writing
    } finally {
      this.#puts += 1
    }
  }

  /** Returns whether a fresh count leaves more room than others can have taken since. */
  #isFarBelow(max: number): boolean {
    const count = this.#count
    if (count === null || performance.now() - count.atMs > apiLimits.runningCountFreshMs) return false
    return count.tickets + (this.#begun - count.puts) + apiLimits.runningCountMarginJobs <= max
  }

  async #decideWaiting(): Promise<void> {
    if (this.#listing) return
    this.#listing = true
    while (this.#waiting.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      try {
        await this.#decide(group)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#listing = false
  }

  async #decide(group: readonly Waiting[]): Promise<void> {
    const { holder, tickets } = this.#ports
    const begun = { atMs: performance.now(), puts: this.#puts }
    const listed = await tickets.list(holder)
    this.#count = { ...begun, tickets: listed.length }
    const nowMs = listed.reduce((latest, { putAtMs }) => Math.max(latest, putAtMs), 0)
    // An undecided job of this process may have been admitted by another gateway that got the same request.
    let others = listed.filter(({ jobId, elsewhere }) => elsewhere || !this.#undecided.has(jobId))
    if (others.length + group.length > Math.min(...group.map(({ max }) => max))) {
      others = await this.#withoutGone(others, nowMs)
    }
    const inside = new Set(others.map(({ jobId }) => jobId))
    const refused: Waiting[] = []
    for (const each of group) {
      if (inside.size - (inside.has(each.jobId) ? 1 : 0) >= each.max) {
        refused.push(each)
        continue
      }
      inside.add(each.jobId)
      this.#letIn(each)
    }
    await this.#refuse(refused, this.#passing(others, nowMs), inside.size)
  }

  /** Deletes tickets of jobs that do not run. @param nowMs by the clock of the store. @returns the others. */
  async #withoutGone(listed: readonly ListedTicket[], nowMs: number): Promise<ListedTicket[]> {
    const { holder, tickets, stale } = this.#ports
    const gone = new Set(await stale.among(listed, nowMs))
    const left = listed.filter(({ jobId }) => gone.has(jobId) && !this.#undecided.has(jobId))
    if (left.length > 0) {
      const names = left.flatMap((ticket) => ticket.names)
      await tickets.remove(holder, names)
    }
    return listed.filter((ticket) => !left.includes(ticket))
  }

  #letIn({ jobId, resolve }: Waiting): void {
    this.#undecided.delete(jobId)
    this.#letInAtMs.set(jobId, performance.now())
    resolve('in')
  }

  /** Returns how many tickets of other starts are so new that they may still be withdrawn. */
  #passing(others: readonly ListedTicket[], nowMs: number): number {
    const sinceMs = performance.now() - apiLimits.ticketNewMs
    for (const [jobId, atMs] of this.#letInAtMs) if (atMs < sinceMs) this.#letInAtMs.delete(jobId)
    return others.filter(({ jobId, putAtMs }) => nowMs - putAtMs < apiLimits.ticketNewMs && !this.#letInAtMs.has(jobId))
      .length
  }

  async #refuse(refused: readonly Waiting[], passing: number, taken: number): Promise<void> {
    if (refused.length === 0) return
    const { holder, tickets, stale } = this.#ports
    const jobIds = refused.map(({ jobId }) => jobId)
    await tickets.delete(holder, jobIds).catch(() => jobIds.forEach((jobId) => stale.doubt(jobId)))
    for (const { jobId, max, resolve } of refused) {
      this.#undecided.delete(jobId)
      resolve(taken - passing < max ? 'contested' : 'full')
    }
  }
}
