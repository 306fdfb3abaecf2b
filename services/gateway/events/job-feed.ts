/** What is new of one job: looked at once for all who listen to it, for as long as somebody does. */
import { streamLimits } from '@seine/shared/config/notify-limits.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { EventPortions, Portion } from './event-portions.ts'
import { EngineRefusedError, EngineUnavailableError } from '../engine/job-engine.ts'
import type { JobQuestion } from '../jobs/job-status.ts'
import type { ToldStatus } from '../jobs/status-body.ts'

/** Somebody who listens. */
export interface FeedListener {
  /** There may be something new. */
  ring(): void
  /** Nothing will come any more. */
  close(): void
}

export interface FeedPorts {
  readJob: (question: JobQuestion) => Promise<ToldStatus>
  portions: EventPortions
  /** Pause between two looks, milliseconds. */
  lookIntervalMs: () => number
  /** Called when nobody listens any more, or when the feed has broken. */
  onIdle: () => void
}

/** Engine or store are away: what was asked can be asked again. */
const isAway = (error: unknown): boolean =>
  error instanceof EngineUnavailableError ||
  error instanceof EngineRefusedError ||
  error instanceof StoreUnavailableError

const isFinal = ({ status, completedAt }: ToldStatus): boolean => status !== 'running' && completedAt !== null

/** True when `told` shows the job at an earlier moment than `known` does. */
const isBehind = (told: ToldStatus, known: ToldStatus): boolean =>
  !isFinal(told) &&
  (isFinal(known) || told.total < known.total || told.completed < known.completed || told.failed < known.failed)

/** What is compared of two readings: links and duration differ at each. */
const substance = (told: ToldStatus): string =>
  JSON.stringify({ ...told, duration: 0, s3PresignedUrls: null, partialS3PresignedUrls: null })

const nothing: Portion = { events: Buffer.alloc(0), count: 0 }

/** A feed. Its readings never fall behind each other, whoever made them. */
export class JobFeed {
  readonly question: JobQuestion
  readonly #ports: FeedPorts
  readonly #listeners = new Set<FeedListener>()
  #told: ToldStatus
  #toldAtMs = performance.now()
  #substance: string
  #version = 1
  #fault: unknown = null
  #timer: NodeJS.Timeout | null = null
  /** Reads of notes since the last look, by the number before them: each place is read once a look. */
  readonly #reading = new Map<number, Promise<Portion | null>>()
  #refreshing: Promise<void> | null = null

  /** @param told the first reading. */
  constructor(question: JobQuestion, told: ToldStatus, ports: FeedPorts) {
    this.question = question
    this.#ports = ports
    this.#told = told
    this.#substance = substance(told)
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** The newest reading. */
  get told(): ToldStatus {
    return this.#told
  }

  /** Differs whenever the newest reading says something new. */
  get version(): number {
    return this.#version
  }

  /** True once the job has ended and its record says how: no more notes will be written. */
  get final(): boolean {
    return isFinal(this.#told)
  }

  /** Why the feed has broken, such as a job that has expired; null = it has not. */
  get fault(): unknown {
    return this.#fault
  }

  /** Adds a listener. @returns what takes it away again. */
  join(listener: FeedListener): () => void {
    this.#listeners.add(listener)
    if (this.#timer === null) this.#schedule()
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#stop()
      this.#ports.onIdle()
    }
  }

  /** Takes a reading in, unless a newer one is known. */
  tell(told: ToldStatus): void {
    if (isBehind(told, this.#told)) return
    const now = substance(told)
    this.#told = told
    this.#toldAtMs = performance.now()
    if (now === this.#substance) return
    this.#substance = now
    this.#version += 1
    this.#turn()
  }

  /**
   * The events of the notes that follow a number. Who asks when `final` was true and gets a portion
   * without any has had all notes of the job.
   * @returns null when they cannot be read now.
   */
  async pages(after: number): Promise<Portion | null> {
    const kept = this.#ports.portions.kept(this.question, after)
    if (kept !== null) return kept
    // Counted pages have their notes by now or soon; without any there is nothing to ask the store for.
    if (!this.final && after >= this.#told.completed + this.#told.failed) return nothing
    const reading = this.#reading.get(after) ?? this.#read(after)
    this.#reading.set(after, reading)
    return await reading
  }

  /**
   * The final status, with links that last.
   * @param notes that the listener has had. When pages count that have none, they may have been removed.
   * @throws what a reading throws when the job is gone.
   */
  async end(notes: number): Promise<ToldStatus> {
    const { completed, failed } = this.#told
    if (notes < completed + failed || performance.now() - this.#toldAtMs > streamLimits.linksFreshMs) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      await this.#refreshing
    }
    return this.#told
  }

  /** Ends every stream. */
  close(): void {
    for (const listener of this.#listeners) listener.close()
  }

  /** The links told last stay good for a while when they cannot be renewed. */
  async #refresh(): Promise<void> {
    try {
      this.tell(await this.#ports.readJob(this.question))
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
      // A job that has ended is not asked after; its listeners may have notes to fetch yet.
      if (!this.final) this.tell(await this.#ports.readJob(this.question))
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

  /** What was read before may be out of date from now on. */
  #turn(): void {
    this.#reading.clear()
    for (const listener of this.#listeners) listener.ring()
  }
}
