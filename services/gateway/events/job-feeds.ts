/** The feeds of a process: one for each job with listeners. */
import { setImmediate } from 'node:timers/promises'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import { streamLimits } from './stream-limits.ts'
import { EventPortions } from './event-portions.ts'
import type { StreamTimes } from './event-stream.ts'
import { JobFeed, type FeedListener } from './job-feed.ts'
import { readJob, readJobAnew, type JobQuestion, type StatusPorts } from '../jobs/job-status.ts'

export interface JobFeedsPorts extends StatusPorts {
  notes: PageNotes
}

/** Durations that tests shorten, milliseconds. */
export type FeedTimes = StreamTimes & Record<'lookIntervalMs' | 'reconnectMs', number>

/** A listener's subscription to a feed. */
export interface Listening {
  feed: JobFeed
  leave: () => void
}

const keyOf = ({ tenant, id }: JobQuestion): string => `${tenant}/${id}`

/**
 * Returns the pause between two polls of a job, milliseconds. Each poll makes two requests to the workflow service;
 * with many feeds all of them poll less often.
 */
export function lookIntervalMs(feeds: number, shortestMs: number): number {
  const fair = (feeds * 1_000) / streamLimits.looksPerSecMax
  return Math.max(shortestMs, Math.min(fair, streamLimits.lookIntervalMaxMs))
}

/** All feeds of a process, and their shutdown. */
export class JobFeeds {
  readonly times: FeedTimes
  readonly #ports: JobFeedsPorts
  readonly #portions: EventPortions
  readonly #feeds = new Map<string, JobFeed>()
  #joining = 0
  #closed = false
  #lastTurn: Promise<void> = Promise.resolve()

  constructor(ports: JobFeedsPorts, times: FeedTimes = streamLimits) {
    this.#ports = ports
    this.times = times
    this.#portions = new EventPortions(ports.notes)
  }

  /** Number of jobs with listeners. */
  get size(): number {
    return this.#feeds.size
  }

  /** Number of listeners of all jobs, including those whose job is still being read. */
  get listeners(): number {
    return this.#feeds.values().reduce((sum, feed) => sum + feed.listeners, this.#joining)
  }

  /**
   * Reads a job and joins its feed.
   * @throws as `readJob`.
   */
  async join(question: JobQuestion, listener: FeedListener): Promise<Listening> {
    this.#joining += 1
    const view = await readJob(question, this.#ports).finally(() => {
      this.#joining -= 1
    })
    const key = keyOf(question)
    let feed = this.#feeds.get(key)
    if (feed === undefined) {
      feed = this.#begin(key, question, view)
    } else {
      feed.update(view)
    }
    return { feed, leave: feed.join(listener) }
  }

  /**
   * Resolves when a listener may be sent a portion: one portion per turn of the event loop, so that a replay of a long
   * job delays no other work, in particular no status reads.
   */
  async turn(): Promise<void> {
    const turn = this.#lastTurn.then(() => setImmediate())
    this.#lastTurn = turn
    await turn
  }

  /** True once streams must be closed. */
  get closed(): boolean {
    return this.#closed
  }

  /** Ends every stream immediately, so that the process can exit; clients reconnect to another process. */
  close(): void {
    this.#closed = true
    for (const feed of this.#feeds.values()) feed.close()
  }

  #begin(key: string, question: JobQuestion, view: Awaited<ReturnType<typeof readJob>>): JobFeed {
    const feed: JobFeed = new JobFeed(question, view, {
      // Bypasses the cache of finished jobs, because a feed needs current data.
      readJob: (of) => readJobAnew(of, this.#ports),
      portions: this.#portions,
      lookIntervalMs: () => lookIntervalMs(this.#feeds.size, this.times.lookIntervalMs),
      onIdle: () => {
        if (this.#feeds.get(key) === feed) this.#feeds.delete(key)
      },
    })
    this.#feeds.set(key, feed)
    return feed
  }
}
