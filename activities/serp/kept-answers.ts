/** Caches recent answers in the memory of the process, and shares running searches between callers. */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpReply } from '@seine/shared/pages/worker-reply.ts'
import { serpCacheLimits } from '@seine/shared/config/serp-limits.ts'

interface Kept {
  reply: SerpReply
  untilMs: number
  /** Length of the reply as JSON, characters. */
  characters: number
}

/** The result of a search, and whether it may be given to other callers. */
export interface Settled {
  reply: SerpReply
  mayKeep: boolean
}

interface Flight {
  settled: Promise<Settled>
  stop: AbortController
  waiters: number
}

/** Everything that determines the result, and the tenant. */
const keyOf = ({ tenant, ...rest }: SerpTask): string =>
  JSON.stringify([tenant, ...Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))])

export class KeptAnswers {
  readonly #lifeMs: number
  readonly #now: () => number
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>()
  readonly #flights = new Map<string, Flight>()
  #characters = 0

  /** @param lifeSecs how long answers are kept, seconds; 0 disables both keeping and sharing. */
  constructor(lifeSecs: number, now: () => number = Date.now) {
    this.#lifeMs = lifeSecs * 1_000
    this.#now = now
  }

  /**
   * Returns the answer to a search: a kept one, that of the same search already running, or a new one.
   * @param find runs the search; its signal aborts when every caller has disconnected.
   * @throws the reason of `signal`; any error of `find`.
   */
  async answer(
    task: SerpTask,
    signal: AbortSignal,
    find: (signal: AbortSignal) => Promise<Settled>,
  ): Promise<SerpReply> {
    if (this.#lifeMs === 0) return (await find(signal)).reply
    const key = keyOf(task)
    // An answer found in mode `full` serves for `fast` as well.
    const kept = this.#read(key) ?? (task.mode === 'fast' ? this.#read(keyOf({ ...task, mode: 'full' })) : null)
    return kept ?? (await this.#join(key, signal, find))
  }

  async #join(key: string, signal: AbortSignal, find: (signal: AbortSignal) => Promise<Settled>): Promise<SerpReply> {
    const flight = this.#flights.get(key) ?? this.#begin(key, find)
    flight.waiters += 1
    const gone = Promise.withResolvers<never>()
    const leave = (): void => gone.reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    try {
      return (await Promise.race([flight.settled, gone.promise])).reply
    } finally {
      signal.removeEventListener('abort', leave)
      flight.waiters -= 1
      if (flight.waiters === 0) {
        flight.stop.abort(new Error('nobody waits for the search'))
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
      }
    }
  }

  #begin(key: string, find: (signal: AbortSignal) => Promise<Settled>): Flight {
    const stop = new AbortController()
    const settled = find(stop.signal).then((found) => {
      if (found.mayKeep) this.#keep(key, found.reply)
      return found
    })
    const flight: Flight = { settled, stop, waiters: 0 }
    this.#flights.set(key, flight)
    const end = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    settled.then(end, end)
    return flight
  }

  #read(key: string): SerpReply | null {
    const kept = this.#kept.get(key)
    if (kept === undefined) return null
    this.#drop(key)
    if (kept.untilMs <= this.#now()) return null
    this.#put(key, kept)
    return kept.reply
  }

  #keep(key: string, reply: SerpReply): void {
    const { length: characters } = JSON.stringify(reply)
    if (characters > serpCacheLimits.charactersMax) return
    this.#drop(key)
    this.#put(key, { reply, untilMs: this.#now() + this.#lifeMs, characters })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= serpCacheLimits.entriesMax && this.#characters <= serpCacheLimits.charactersMax) break
      this.#drop(oldest)
    }
  }

  #put(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#characters += kept.characters
  }

  #drop(key: string): void {
    this.#characters -= this.#kept.get(key)?.characters ?? 0
    this.#kept.delete(key)
  }
}
