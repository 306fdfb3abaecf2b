/** Caches recent answers in the memory of the process, and shares running searches between callers. */
import { LRUCache } from 'lru-cache'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpReply } from '@seine/shared/pages/worker-reply.ts'
import { serpCacheLimits, serpLimits } from '@seine/shared/config/serp-limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { SerpBounds } from './results/contract.ts'

interface Kept {
  reply: SerpReply
  /** Length of the reply as JSON, characters. */
  characters: number
}

/** The result of a search, and whether it may be given to other callers. */
export interface Settled {
  reply: SerpReply
  mayKeep: boolean
  /** Whether it found nothing and its deadline ended it: with a later one it may find something. */
  endedByDeadline: boolean
}

interface Flight {
  settled: Promise<Settled>
  /** Deadline of the call that began it, milliseconds of `monotonicNow`. */
  deadlineMs: number
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
   * Returns the answer to a search: a kept one, that of the same search already running, or a new one. A running search
   * that its own deadline ends is made again for calls with a much later one.
   * @param bounds deadline and signal of this call.
   * @param find runs the search; its signal aborts when every caller has disconnected.
   * @throws the reason of the signal; any error of `find`.
   */
  async answer(
    task: SerpTask,
    bounds: SerpBounds,
    find: (signal: AbortSignal) => Promise<Settled>,
  ): Promise<SerpReply> {
    if (this.#lifeMs === 0) return (await find(bounds.signal)).reply
    const key = keyOf(task)
    // An answer found in mode `full` serves for `fast` as well.
    const kept =
      this.#kept.get(key) ?? (task.mode === 'fast' ? this.#kept.get(keyOf({ ...task, mode: 'full' })) : undefined)
    if (kept !== undefined) return kept.reply
    for (;;) {
      const flight = this.#flights.get(key) ?? this.#begin(key, bounds.deadlineMs, find)
      const { reply, endedByDeadline } = await this.#join(key, flight, bounds.signal)
      const moreMs = bounds.deadlineMs - flight.deadlineMs
      if (!endedByDeadline || moreMs < serpLimits.againMinMs) return reply
    }
  }

  async #join(key: string, flight: Flight, signal: AbortSignal): Promise<Settled> {
    flight.waiters += 1
    const gone = Promise.withResolvers<never>()
    const leave = (): void => gone.reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([flight.settled, gone.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      flight.waiters -= 1
      if (flight.waiters === 0) {
        flight.stop.abort(new Error('no caller waits for the search'))
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
      }
    }
  }

  #begin(key: string, deadlineMs: number, find: (signal: AbortSignal) => Promise<Settled>): Flight {
    const stop = new AbortController()
    const settled = find(stop.signal).then((found) => {
      if (found.mayKeep) this.#kept.set(key, { reply: found.reply, characters: JSON.stringify(found.reply).length })
      return found
    })
    const flight: Flight = { settled, deadlineMs, stop, waiters: 0 }
    this.#flights.set(key, flight)
    const end = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    settled.then(end, end)
    return flight
  }
}
