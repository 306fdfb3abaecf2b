/** Polls the news of one job once for all its listeners, as long as it has any. */
import { streamLimits } from './stream-limits.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { EventPortions, Portion } from './event-portions.ts'
import { EngineRefusedError, JobEngineUnavailableError } from '../engine/job-engine.ts'
import type { JobQuestion } from '../jobs/job-status.ts'
import type { JobView } from '../jobs/status-body.ts'

/** A listener of a feed. */
export interface FeedListener {
  /** Called when there may be something new. */
  wake(): void
  /** Called when nothing more will come. */
  close(): void
}

export interface FeedPorts {
  readJob: (question: JobQuestion) => Promise<JobView>
  portions: EventPortions
  /** Returns the pause between two polls, milliseconds. */
  lookIntervalMs: () => number
  /** Called when the last listener has left, or when the feed has failed. */
  onIdle: () => void
}

/** Returns true when engine or store are unavailable, so that the call can be repeated later. */
const isAway = (error: unknown): boolean =>
  error instanceof JobEngineUnavailableError ||
  error instanceof EngineRefusedError ||
  error instanceof StoreUnavailableError

const isFinal = ({ status, completedAt }: JobView): boolean => status !== 'running' && completedAt !== null

/** Returns true when `view` shows the job at an earlier moment than `known` does. */
const isBehind = (view: JobView, known: JobView): boolean =>
  !isFinal(view) &&
  (isFinal(known) || view.total < known.total || view.completed < known.completed || view.failed < known.failed)

/** Returns the part of a reading that is compared; links and duration differ at every reading. */
const substance = (view: JobView): string =>
  JSON.stringify({ ...view, duration: 0, s3PresignedUrls: null, partialS3PresignedUrls: null })

const nothing: Portion = { events: Buffer.alloc(0), count: 0 }

/** A feed of one job. Its newest reading never goes back in time, although several streams make readings. */
export class JobFeed {
  readonly question: JobQuestion
  readonly #ports: FeedPorts
  readonly #listeners = new Set<FeedListener>()
  #view: JobView
  #readAtMs = performance.now()
  #substance: string
  #version = 1
  #fault: unknown = null
  #timer: NodeJS.Timeout | null = null
  /** Reads of notes since the last poll, by the number of the note before them: each position is read once per poll. */
  readonly #reading = new Map<number, Promise<Portion | null>>()
  #refreshing: Promise<void> | null = null

  /** @param view the first reading. */
  constructor(question: JobQuestion, view: JobView, ports: FeedPorts) {
    this.question = question
    this.#ports = ports
    this.#view = view
    this.#substance = substance(view)
  }

  /** Number of streams that follow the job. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** The newest reading of the job. */
  get view(): JobView {
    return this.#view
  }

  /** A number that changes whenever the newest reading differs in substance. */
  get version(): number {
    return this.#version
  }

  /** True once the job has ended and has its record: no more notes will be written. */
  get final(): boolean {
    return isFinal(this.#view)
  }

  /** Why the feed has failed, such as an expired job; null when it has not. */
  get fault(): unknown {
    return this.#fault
  }

  /** Adds a listener. @returns a function that removes it. */
  join(listener: FeedListener): () => void {
    this.#listeners.add(listener)
    if (this.#timer === null) this.#schedule()
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#stop()
      this.#ports.onIdle()
    }
  }

  /** Accepts a reading, unless a newer one is known. */
  update(view: JobView): void {
    if (isBehind(view, this.#view)) return
    const now = substance(view)
    this.#view = view
    this.#readAtMs = performance.now()
    if (now === this.#substance) return
    this.#substance = now
    this.#version += 1
    this.#turn()
  }

  /**
   * Returns the events of the notes after a number. When `final` was true before the call, an empty portion means that
   * all notes of the job have been returned.
   * @returns null when they cannot be read now.
   */
  async pages(after: number): Promise<Portion | null> {
    const kept = this.#ports.portions.kept(this.question, after)
    if (kept !== null) return kept
    // Counted pages have notes now or soon; without counted pages there is nothing to read from the store.
    if (!this.final && after >= this.#view.completed + this.#view.failed) return nothing
    const reading = this.#reading.get(after) ?? this.#read(after)
    this.#reading.set(after, reading)
    return await reading
  }

  /**
   * Returns the final status, with fresh links.
   * @param notes number of notes that the listener has received. Fewer notes than counted pages may mean that the job
   *   was removed.
   * @throws the error of a reading when the job no longer exists.
   */
  async end(notes: number): Promise<JobView> {
    const { completed, failed } = this.#view
    if (notes < completed + failed || performance.now() - this.#readAtMs > streamLimits.linksFreshMs) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      await this.#refreshing
    }
    return this.#view
  }

  /** Closes all listeners. */
  close(): void {
    for (const listener of this.#listeners) listener.close()
  }

  /** Renews the status and its links; when that fails temporarily, the previous links remain valid for a while. */
  async #refresh(): Promise<void> {
    try {
      this.update(await this.#ports.readJob(this.question))
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }

  async #read(after: number): Promise<Portion | null> {
    try {
      return await this.#ports.portions.read(this.question, after)
    } catch (error) {
      if (isAway(error)) return null
      throw error
    }
  }

  #schedule(): void {
    const spread = 0.9 + Math.random() * 0.2
    this.#timer = setTimeout(() => void this.#look(), this.#ports.lookIntervalMs() * spread)
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    try {
      // An ended job is not polled again; its listeners may still have notes to fetch.
      if (!this.final) this.update(await this.#ports.readJob(this.question))
    } catch (error) {
      if (!isAway(error)) this.#break(error)
    }
    if (this.#timer === null || this.#fault !== null) return
    this.#turn()
    this.#schedule()
  }

  #break(error: unknown): void {
    this.#fault = error
    this.#stop()
    this.#ports.onIdle()
    this.#turn()
  }

  /** Discards earlier reads, which may be outdated, and wakes all listeners. */
  #turn(): void {
    this.#reading.clear()
    for (const listener of this.#listeners) listener.wake()
  }
}
