/** Caches recent answers in the memory of the process, and shares running searches between callers. */
import { LRUCache } from 'lru-cache'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpReply } from '@seine/shared/pages/worker-reply.ts'
import { serpCacheLimits } from '@seine/shared/config/serp-limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'

interface Kept {
  reply: SerpReply
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
  readonly #kept: LRUCache<string, Kept>
  readonly #flights = new Map<string, Flight>()

  /** @param lifeSecs how long answers are kept, seconds; 0 disables both keeping and sharing. */
  constructor(lifeSecs: number, now: () => number = monotonicNow) {
    this.#lifeMs = lifeSecs * 1_000
    this.#kept = new LRUCache({
      max: serpCacheLimits.entriesMax,
      maxSize: serpCacheLimits.charactersMax,
      sizeCalculation: ({ characters }) => characters,
      ttl: this.#lifeMs,
      ttlResolution: 0,
      perf: { now },
    })
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
    const kept =
      this.#kept.get(key) ?? (task.mode === 'fast' ? this.#kept.get(keyOf({ ...task, mode: 'full' })) : undefined)
    return kept?.reply ?? (await this.#join(key, signal, find))
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
        flight.stop.abort(new Error('no caller waits for the search'))
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
      }
    }
  }

  #begin(key: string, find: (signal: AbortSignal) => Promise<Settled>): Flight {
    const stop = new AbortController()
    const settled = find(stop.signal).then((found) => {
      if (found.mayKeep) this.#kept.set(key, { reply: found.reply, characters: JSON.stringify(found.reply).length })
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
}
