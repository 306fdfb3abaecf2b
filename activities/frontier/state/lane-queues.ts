/** Pending URLs in queues of their own for every host and lane, so that neither lane waits for the other. */
import type { Lane } from '@seine/shared/temporal/names.ts'
import { turnOf, type FrontierEntry } from './entry.ts'
import { HostQueue, type Position } from './host-queue.ts'

/** The browser's first: its slices take longer. */
export const lanes = ['browser', 'http'] as const satisfies Lane[]

const hostOf = (url: string): string => new URL(url).host

const isBefore = (a: Position, b: Position): number => a.wave - b.wave || a.place - b.place || a.seq - b.seq

export class LaneQueues {
  readonly #queues: Readonly<Record<Lane, Map<string, HostQueue>>> = { http: new Map(), browser: new Map() }

  /** The queue of a host in a lane; null while nothing has been in it. */
  get(host: string, lane: Lane): HostQueue | null {
    return this.#queues[lane].get(host) ?? null
  }

  /** How many pages wait. */
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
    queue.push(seq, turnOf(entry, seq))
  }

  /** Takes one out. @param entry as it was pushed. */
  remove(seq: number, entry: FrontierEntry): void {
    this.get(hostOf(entry.url), entry.lane)?.remove(seq, turnOf(entry, seq))
  }

  *all(): Generator<HostQueue> {
    for (const lane of lanes) yield* this.#queues[lane].values()
  }

  /** Hosts with pages that wait, by the oldest of them. */
  hostsByAge(): string[] {
    return [...this.#heads()].toSorted(([, a], [, b]) => isBefore(a, b)).map(([host]) => host)
  }

  /** Hosts with pages that wait, in any order. */
  hosts(): Iterable<string> {
    return this.#heads().keys()
  }

  /** The oldest page of each host. */
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

  /** The lanes of a host by their oldest pages; those without any are last. */
  lanesByAge(host: string): Lane[] {
    const [http, browser] = [this.get(host, 'http')?.peek() ?? null, this.get(host, 'browser')?.peek() ?? null]
    const httpFirst = http !== null && (browser === null || isBefore(http, browser) < 0)
    return httpFirst ? ['http', 'browser'] : ['browser', 'http']
  }
}
