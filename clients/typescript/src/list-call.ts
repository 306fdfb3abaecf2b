/** A call for a list: awaited it is one reply, iterated it is all entries. */
import { sleep } from './abort.ts'
import { clientLimits } from './limits.ts'

/** What a list answers. */
export interface ListReply<Entry> {
  data: Entry[]
  next_cursor: string | null
  /** Of the pages of a job: whether the job has ended and this is the end of the list. */
  complete?: boolean
}

/** How a list is read on. */
export interface ListOptions {
  /** Cursor to begin at. */
  cursor?: string | undefined
  /** Waits at the end of a list that still grows, until it is complete. */
  follow: boolean
  /** Most entries of a reply: of a growing list, one with fewer is at its present end. */
  replyMax: number
  signal?: AbortSignal | undefined
}

/**
 * A list. `await` reads one reply; `for await` reads all entries, reply by reply, and never more than one reply ahead.
 * Nothing is requested before one of both.
 */
export class ListCall<Entry, Reply extends ListReply<Entry>> implements PromiseLike<Reply> {
  readonly #read: (cursor: string | undefined) => Promise<Reply>
  readonly #options: ListOptions
  #cursor: string | undefined

  /** @param read reads one reply. */
  constructor(read: (cursor: string | undefined) => Promise<Reply>, options: ListOptions) {
    this.#read = read
    this.#options = options
    this.#cursor = options.cursor
  }

  /** Where the list goes on behind the replies read so far: give it as `cursor` to continue later. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Reads the first reply. */
  // oxlint-disable-next-line unicorn/no-thenable -- `await client.listJobs()` reads one reply
  then<Fulfilled = Reply, Rejected = never>(
    onFulfilled?: ((reply: Reply) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#read(this.#options.cursor).then(onFulfilled, onRejected)
  }

  /** All replies, one after another. */
  async *replies(): AsyncGenerator<Reply, void, undefined> {
    let pauseMs: number = clientLimits.pollFirstMs
    this.#cursor = this.#options.cursor
    for (;;) {
      const reply = await this.#read(this.#cursor)
      const { data, next_cursor: next, complete } = reply
      yield reply
      if (next === null || complete === true) return
      this.#cursor = next
      // Only the list of a job's pages is complete or not; every other list has no cursor at its end.
      if (complete === undefined || data.length >= this.#options.replyMax) continue
      if (data.length === 0 && !this.#options.follow) return
      if (data.length > 0) pauseMs = clientLimits.pollFirstMs
      if (this.#options.follow) await sleep(pauseMs, this.#options.signal)
      pauseMs = Math.min(clientLimits.pollLongestMs, pauseMs * clientLimits.pollGrowth)
    }
  }

  /** All entries, one after another. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const { data } of this.replies()) yield* data
  }

  /** Reads entries into an array. @param max most entries that are read. */
  async toArray(max: number): Promise<Entry[]> {
    const entries: Entry[] = []
    if (max <= 0) return entries
    for await (const entry of this) {
      entries.push(entry)
      if (entries.length >= max) break
    }
    return entries
  }
}
