/** Pending URLs of one host in the order they are fetched: by wave, then by place, then by `seq`. */

/** Where a URL stands in its queue. */
export interface QueuePlace {
  /** Its depth, but for a URL that was let in late and for what that leads to. */
  wave: number
  /** Its discovery sequence, but for a URL that was let in late. */
  place: number
}

/** A URL in its queue. */
export interface Position extends QueuePlace {
  seq: number
}

/** What becomes of a page while a slice is put together; `stop` = nothing after it goes before it. */
export type Choice = 'take' | 'pass' | 'stop'

const before = (a: Position, b: Position): boolean => (a.wave - b.wave || a.place - b.place || a.seq - b.seq) < 0

export class HostQueue {
  /** In order. Those taken out stay until they are half of all: taking them out at once would move all after them. */
  #items: Position[] = []
  readonly #gone = new Set<Position>()
  #head = 0

  get size(): number {
    return this.#items.length - this.#head - this.#gone.size
  }

  /** The next to fetch, or null. */
  peek(): Position | null {
    return this.#items[this.#head] ?? null
  }

  /** Inserts in order; appending, the usual case, costs no search. */
  push(seq: number, turn: QueuePlace): void {
    const item = { seq, ...turn }
    const last = this.#items.at(-1)
    if (last === undefined || before(last, item)) this.#items.push(item)
    else this.#items.splice(this.#find(item), 0, item)
  }

  /** Takes one out. @param turn as it was pushed with. */
  remove(seq: number, turn: QueuePlace): void {
    const item = this.#items[this.#find({ seq, ...turn })]
    if (item?.seq !== seq || this.#gone.has(item)) return
    this.#gone.add(item)
    while (this.#gone.delete(this.#items[this.#head]!)) this.#head += 1
    if ((this.#head + this.#gone.size) * 2 > this.#items.length) this.#compact()
  }

  /**
   * Chooses up to `count` in order and leaves them in the queue.
   * @param choose called for each until there are enough or it says `stop`; changes nothing.
   */
  take(count: number, choose: (seq: number) => Choice): number[] {
    const taken: number[] = []
    for (let at = this.#head; at < this.#items.length && taken.length < count; at += 1) {
      const item = this.#items[at]!
      if (this.#gone.has(item)) continue
      const choice = choose(item.seq)
      if (choice === 'stop') break
      if (choice === 'take') taken.push(item.seq)
    }
    return taken
  }

  /** The first item that is not before this one. */
  #find(wanted: Position): number {
    let low = this.#head
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(this.#items[middle]!, wanted)) low = middle + 1
      else high = middle
    }
    return low
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head).filter((item) => !this.#gone.has(item))
    this.#gone.clear()
    this.#head = 0
  }
}
