/** Pending URLs of one host in the order they are fetched: by wave, then by place, then by `seq`. */

/** Place of a URL in its queue. */
export interface QueuePlace {
  /** Its depth, except for a URL that was admitted late and for the URLs found through it. */
  wave: number
  /** Its discovery sequence number, except for a URL that was admitted late. */
  place: number
}

/** A URL at its place in the queue. */
export interface Position extends QueuePlace {
  seq: number
}

/** Decision on a page while a slice is assembled; `stop`: no later page may be taken before it. */
export type Choice = 'take' | 'pass' | 'stop'

const before = (a: Position, b: Position): boolean => (a.wave - b.wave || a.place - b.place || a.seq - b.seq) < 0

export class HostQueue {
  /** In order. Removed items stay until they are half of all: removing each at once would move all items after it. */
  #items: Position[] = []
  readonly #gone = new Set<Position>()
  #head = 0

  get size(): number {
    return this.#items.length - this.#head - this.#gone.size
  }

  /** Returns the next item to fetch, or null. */
  peek(): Position | null {
    return this.#items[this.#head] ?? null
  }

  /** Inserts in order; appending, the usual case, needs no search. */
  push(seq: number, place: QueuePlace): void {
    const item = { seq, ...place }
    const last = this.#items.at(-1)
    if (last === undefined || before(last, item)) this.#items.push(item)
    else this.#items.splice(this.#find(item), 0, item)
  }

  /** Removes a URL. @param place the place it was pushed with. */
  remove(seq: number, place: QueuePlace): void {
    const item = this.#items[this.#find({ seq, ...place })]
    if (item?.seq !== seq || this.#gone.has(item)) return
    this.#gone.add(item)
    while (this.#gone.delete(this.#items[this.#head]!)) this.#head += 1
    if ((this.#head + this.#gone.size) * 2 > this.#items.length) this.#compact()
  }

  /**
   * Chooses up to `count` URLs in order and leaves them in the queue.
   * @param choose called for each URL until there are enough or it returns `stop`; must not change the queue.
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

  /** Returns the index of the first item that is not before this one. */
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
