/** A board in memory, shared by the desks of one process. */
import { shifted, type BoardReading, type HostBoard } from '../host-board.ts'
import type { HostEntry } from '../host-part.ts'

export class MemoryBoard {
  readonly #hosts = new Map<string, Map<string, HostEntry>>()
  readonly #processes = new Set<string>()
  /** True while the board does not answer. */
  isAway = false
  /** Milliseconds that the clock of the board is ahead. A process knows it from its last exchange, as with Redis. */
  aheadMs = 0
  readonly #aheadOf = new Map<string, number>()

  /** Returns the board as one process sees it. */
  of(id: string): HostBoard {
    this.#processes.add(id)
    return {
      exchange: async (mine) => await this.#exchange(id, mine),
      close: () => void this.#processes.delete(id),
    }
  }

  async #exchange(id: string, mine: ReadonlyMap<string, HostEntry>): Promise<BoardReading> {
    await Promise.resolve()
    if (this.isAway) throw new Error('the board is away')
    const ahead = this.#aheadOf.get(id) ?? this.aheadMs
    this.#aheadOf.set(id, this.aheadMs)
    const hosts = new Map<string, ReadonlyMap<string, HostEntry>>()
    for (const [host, entry] of mine) {
      const all = this.#hosts.get(host) ?? new Map<string, HostEntry>()
      this.#hosts.set(host, all.set(id, shifted(entry, ahead)))
      const others = [...all].filter(([other]) => other !== id)
      hosts.set(host, new Map(others.map(([other, theirs]) => [other, shifted(theirs, -ahead)])))
    }
    return { hosts, processes: this.#processes.size }
  }
}
