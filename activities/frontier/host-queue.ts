/** Pending URLs of one host in the order they are fetched: by depth, then by discovery sequence. */

interface Position {
  depth: number
  seq: number
}

/** What becomes of a page while a slice is put together; `stop` = nothing after it goes before it. */
export type Choice = 'take' | 'pass' | 'stop'

const before = (a: Position, b: Position): boolean => a.depth < b.depth || (a.depth === b.depth && a.seq < b.seq)

export class HostQueue {
  #items: Position[] = []
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  /** The next to fetch, or null. */
  peek(): Position | null {
    return this.#items[this.#head] ?? null
  }

  /** Inserts in order; appending, the usual case, costs no search. */
  push(seq: number, depth: number): void {
    const item = { depth, seq }
    const last = this.#items.at(-1)
    if (this.size === 0 || (last !== undefined && before(last, item))) {
      this.#items.push(item)
      return
    }
    let low = this.#head
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(this.#items[middle]!, item)) low = middle + 1
      else high = middle
    }
    this.#items.splice(low, 0, item)
  }

  /** Takes one out; the head, the usual case, costs no search. */
  remove(seq: number): void {
    if (this.peek()?.seq === seq) {
      this.#head += 1
      if (this.#head > 1_024 && this.#head * 2 > this.#items.length) {
        this.#items = this.#items.slice(this.#head)
        this.#head = 0
      }
      return
    }
    for (let at = this.#head; at < this.#items.length; at += 1) {
      if (this.#items[at]!.seq === seq) {
        this.#items.splice(at, 1)
        return
      }
    }
  }

  /**
   * Chooses up to `count` in order and leaves them in the queue.
   * @param choose called for each until there are enough or it says `stop`; changes nothing.
   */
  take(count: number, choose: (seq: number) => Choice): number[] {
    const taken: number[] = []
    for (let at = this.#head; at < this.#items.length && taken.length < count; at += 1) {
      const { seq } = this.#items[at]!
      const choice = choose(seq)
      if (choice === 'stop') break
      if (choice === 'take') taken.push(seq)
    }
    return taken
  }
}
