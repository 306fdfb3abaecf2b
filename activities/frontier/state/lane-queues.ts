/** Pending URLs in a separate queue for each host and lane, so that neither lane waits for the other. */
import type { Lane } from '@seine/shared/temporal/names.ts'
import { queuePlaceOf, type FrontierEntry } from './entry.ts'
import { HostQueue, type Position } from './host-queue.ts'

/** The browser lane first: its slices take longer. */
export const lanes = ['browser', 'http'] as const satisfies Lane[]

const hostOf = (url: string): string => new URL(url).host

const isBefore = (a: Position, b: Position): number => a.wave - b.wave || a.place - b.place || a.seq - b.seq

export class LaneQueues {
  readonly #queues: Readonly<Record<Lane, Map<string, HostQueue>>> = { http: new Map(), browser: new Map() }

  /** Returns the queue of a host in a lane; null when nothing was ever queued there. */
  get(host: string, lane: Lane): HostQueue | null {
    return this.#queues[lane].get(host) ?? null
  }

  /** Number of waiting pages. */
  size(host: string, lane: Lane): number {
    return this.get(host, lane)?.size ?? 0
  }

  push(seq: number, entry: FrontierEntry): void {
    const queues = this.#queues[entry.lane]
    const host = hostOf(entry.url)
    let queue = queues.get(host)
    if (queue === undefined) {
      queue = new HostQueue()
      queues.set(host, queue)
    }
    queue.push(seq, queuePlaceOf(entry, seq))
  }

  /** Removes a URL. @param entry as it was pushed. */
  remove(seq: number, entry: FrontierEntry): void {
    this.get(hostOf(entry.url), entry.lane)?.remove(seq, queuePlaceOf(entry, seq))
  }

  *all(): Generator<HostQueue> {
    for (const lane of lanes) yield* this.#queues[lane].values()
  }

  /** Returns the hosts with waiting pages, ordered by their oldest page. */
  hostsByAge(): string[] {
    return [...this.#heads()].toSorted(([, a], [, b]) => isBefore(a, b)).map(([host]) => host)
  }

  /** Returns the hosts with waiting pages, in any order. */
  hosts(): Iterable<string> {
    return this.#heads().keys()
  }

  /** Returns the oldest page of each host. */
  #heads(): Map<string, Position> {
    const heads = new Map<string, Position>()
    for (const lane of lanes) {
      for (const [host, queue] of this.#queues[lane]) {
        const head = queue.peek()
        const known = heads.get(host)
        if (head !== null && (known === undefined || isBefore(head, known) < 0)) heads.set(host, head)
      }
    }
    return heads
  }

  /** Returns the lanes of a host ordered by their oldest pages; a lane without pages is last. */
  lanesByAge(host: string): Lane[] {
    const [http, browser] = [this.get(host, 'http')?.peek() ?? null, this.get(host, 'browser')?.peek() ?? null]
    const httpFirst = http !== null && (browser === null || isBefore(http, browser) < 0)
    return httpFirst ? ['http', 'browser'] : ['browser', 'http']
  }
}
