/**
 * Stores generations of the frontier in the object store: one delta each, and a snapshot whenever the deltas since the
 * last snapshot have grown as large as it. The newest state of a few jobs is kept in memory.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { frontierDeltaKey, frontierPrefix, frontierSnapshotKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierDelta } from './entry.ts'
import { restoreFrontier, snapshotBytes } from './frontier-snapshot.ts'
import { frontierOptionsOf, type FrontierOptions } from './frontier-options.ts'
import { FrontierLostError } from '../../faults/frontier-lost.ts'
import { FrontierState } from './frontier-state.ts'

/** Serialises a delta as JSON, a few changes at a time: a page with 100,000 links brings as many changes. */
async function deltaBytes({ ops, ...rest }: FrontierDelta): Promise<Buffer> {
  const pieces = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"ops":[`)]
  for (let from = 0; from < ops.length; from += frontierLimits.linksPerTurn) {
    if (from > 0) await nextTurn()
    const changes = JSON.stringify(ops.slice(from, from + frontierLimits.linksPerTurn)).slice(1, -1)
    pieces.push(Buffer.from(from > 0 ? `,${changes}` : changes))
  }
  pieces.push(Buffer.from(']}'))
  return Buffer.concat(pieces)
}

/** A frontier in memory, and the size of the objects that a restart would have to read. */
interface Kept {
  state: FrontierState
  /** Size of the last snapshot, and of the deltas since, bytes. */
  snapshotSize: number
  deltasSize: number
  /** The generation whose notes this process has written last; absent when it has written none. */
  noted?: number
}

export class GenerationStore {
  readonly #store: Store
  /**
   * The least recently used states are evicted when all together hold too many URLs; a state is kept whatever its
   * size.
   */
  readonly #kept: LRUCache<string, Kept>
  readonly #reads = new Map<string, Promise<FrontierState>>()
  /** Sizes of states that are lent out between `load` and `save`. */
  readonly #lent = new WeakMap<FrontierState, Kept>()

  /** @param statesKeptMax number of jobs whose newest frontier stays in memory. */
  constructor(store: Store, statesKeptMax: number = frontierLimits.statesKeptMax) {
    this.#store = store
    this.#kept = new LRUCache({
      max: statesKeptMax,
      maxSize: frontierLimits.entriesKeptMax,
      // A very large frontier must not displace all others, nor be displaced by each of them.
      sizeCalculation: ({ state }) => Math.min(state.entries.length + 1, frontierLimits.entriesCountedMax),
    })
  }

  /**
   * Returns the frontier at a generation for changing: the caller owns it until `save` or `giveBack`. An earlier
   * generation in memory is brought up to it; a later one stays in memory.
   * @param generation -1 for the empty frontier that a job starts with.
   * @throws FrontierLostError, StoreUnavailableError.
   */
  async load(job: JobRef, generation: number, input: JobInput): Promise<FrontierState> {
    const kept = this.#kept.get(frontierPrefix(job))
    const known = kept !== undefined && kept.state.generation <= generation ? kept : null
    if (known !== null) this.#kept.delete(frontierPrefix(job))
    const loaded = await this.#advance(job, generation, input, known)
    this.#lent.set(loaded.state, loaded)
    return loaded.state
  }

  /** Returns whether a frontier of the job is in memory, of whatever generation. */
  keeps(job: JobRef): boolean {
    return this.#kept.has(frontierPrefix(job))
  }

  /** Returns an unchanged state that `load` lent out: it stays in memory. */
  giveBack(job: JobRef, state: FrontierState): void {
    const loaded = this.#lent.get(state)
    const newer = (this.#kept.get(frontierPrefix(job))?.state.generation ?? -1) > state.generation
    if (loaded !== undefined && !newer) this.#kept.set(frontierPrefix(job), loaded)
  }

  /**
   * Returns a stored generation if the frontier in memory has reached it. Its call is then being repeated, because the
   * answer to the previous call was lost.
   * @returns null when memory has not reached it; it may be stored all the same.
   * @throws StoreUnavailableError when the object store does not answer.
   */
  async reached(job: JobRef, generation: number): Promise<FrontierDelta | null> {
    const kept = this.#kept.get(frontierPrefix(job))
    return kept !== undefined && kept.state.generation >= generation ? await this.delta(job, generation) : null
  }

  /** Returns the newest frontier of a job, for reading only; null when the job has none. */
  async newest(job: JobRef, input: JobInput): Promise<FrontierState | null> {
    const generation = await this.lastGeneration(job)
    if (generation < 0) return null
    const reading = this.#reads.get(frontierPrefix(job))
    if (reading !== undefined) return await reading
    const read = this.#advance(job, generation, input, this.#kept.get(frontierPrefix(job)) ?? null)
      .then((loaded) => {
        // Set again, so that the cache recalculates its size.
        this.#kept.delete(frontierPrefix(job))
        this.#kept.set(frontierPrefix(job), loaded)
        return loaded.state
      })
      .finally(() => this.#reads.delete(frontierPrefix(job)))
    this.#reads.set(frontierPrefix(job), read)
    return await read
  }

  /**
   * Writes the next generation unless another process has written it.
   * @param state as returned by `load`, with the changes of the delta applied.
   * @returns the delta that is now stored: the given one, or the one written first.
   */
  async save(job: JobRef, state: FrontierState, delta: FrontierDelta): Promise<FrontierDelta> {
    const bytes = await deltaBytes(delta)
    const written = await this.#store.putIfAbsent(frontierDeltaKey(job, delta.generation), bytes)
    if (!written) {
      const first = await this.#delta(job, delta.generation)
      if (first === null) throw new FrontierLostError(job.id, delta.generation, 'vanished')
      return first.delta
    }
    state.generation = delta.generation
    const kept = this.#lent.get(state) ?? { state, snapshotSize: 0, deltasSize: 0 }
    kept.deltasSize += bytes.byteLength
    if (kept.deltasSize > Math.max(frontierLimits.snapshotDeltasMinBytes, kept.snapshotSize)) {
      const snapshot = await snapshotBytes(state)
      await this.#store.put(frontierSnapshotKey(job, delta.generation), snapshot)
      kept.snapshotSize = snapshot.byteLength
      kept.deltasSize = 0
    }
    this.#kept.set(frontierPrefix(job), kept)
    return delta
  }

  /** Returns the number of the last generation of a job; -1 when it has none. */
  async lastGeneration(job: JobRef): Promise<number> {
    const generations = await this.#generations(job, '.delta.')
    return generations.reduce((last, each) => Math.max(last, each), -1)
  }

  /** Returns a stored generation; null if none exists. */
  async delta(job: JobRef, generation: number): Promise<FrontierDelta | null> {
    return (await this.#delta(job, generation))?.delta ?? null
  }

  /** Remembers that the notes of a generation are stored. */
  markNoted(job: JobRef, generation: number): void {
    const kept = this.#kept.peek(frontierPrefix(job))
    if (kept !== undefined) kept.noted = generation
  }

  /** Returns whether this process knows that the notes of a generation are stored. */
  isNoted(job: JobRef, generation: number): boolean {
    return this.#kept.peek(frontierPrefix(job))?.noted === generation
  }

  /** Removes the frontier of a job from memory. */
  forget(job: JobRef): void {
    this.#kept.delete(frontierPrefix(job))
  }

  /**
   * Returns the frontier of a job up to the last generation that can be read, for a job that has lost one; the caller
   * owns it.
   * @throws StoreUnavailableError when the object store does not answer.
   */
  async newestReadable(job: JobRef, input: JobInput): Promise<FrontierState> {
    let generation = await this.lastGeneration(job)
    for (;;) {
      try {
        return (await this.#advance(job, generation, input, null)).state
      } catch (error) {
        if (!(error instanceof FrontierLostError)) throw error
        generation = error.generation - 1
      }
    }
  }

  async #advance(job: JobRef, generation: number, input: JobInput, from: Kept | null): Promise<Kept> {
    const loaded = from ?? (await this.#newestSnapshot(job, generation, input))
    while (loaded.state.generation < generation) await this.#replayNext(job, loaded)
    return loaded
  }

  /** @throws FrontierLostError when the next generation is missing or cannot be replayed. */
  async #replayNext(job: JobRef, loaded: Kept): Promise<void> {
    const number = loaded.state.generation + 1
    try {
      const next = await this.#delta(job, number)
      if (next === null) throw new FrontierLostError(job.id, number, 'is missing')
      await loaded.state.replay(next.delta.generation, next.delta.ops)
      loaded.deltasSize += next.size
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof FrontierLostError) throw error
      throw new FrontierLostError(job.id, number, `cannot be read (${(error as Error).message})`)
    }
  }

  async #delta(job: JobRef, generation: number): Promise<{ delta: FrontierDelta; size: number } | null> {
    metrics.frontierReads.inc({ object: 'delta' })
    const bytes = await this.#store.get(frontierDeltaKey(job, generation))
    if (bytes === null) return null
    return { delta: JSON.parse(Buffer.from(bytes).toString('utf8')) as FrontierDelta, size: bytes.byteLength }
  }

  /** Reads the newest readable snapshot: generations are kept, so that an older snapshot can be used as well. */
  async #newestSnapshot(job: JobRef, generation: number, input: JobInput): Promise<Kept> {
    const options = frontierOptionsOf(input)
    const stored = generation < 0 ? [] : await this.#generations(job, '.snapshot.')
    for (const at of stored.filter((each) => each <= generation).toSorted((a, b) => b - a)) {
      const snapshot = await this.#snapshot(job, at, options)
      if (snapshot !== null) return snapshot
    }
    return { state: new FrontierState(options, input.url), snapshotSize: 0, deltasSize: 0 }
  }

  /** Reads a snapshot; null when it is missing or cannot be read. @throws StoreUnavailableError */
  async #snapshot(job: JobRef, generation: number, options: FrontierOptions): Promise<Kept | null> {
    try {
      metrics.frontierReads.inc({ object: 'snapshot' })
      const bytes = await this.#store.get(frontierSnapshotKey(job, generation))
      if (bytes === null) return null
      return { state: await restoreFrontier(bytes, options), snapshotSize: bytes.byteLength, deltasSize: 0 }
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error
      return null
    }
  }

  async #generations(job: JobRef, kind: '.delta.' | '.snapshot.'): Promise<number[]> {
    metrics.frontierReads.inc({ object: 'list' })
    const keys = await this.#store.list(frontierPrefix(job))
    return keys.filter((key) => key.includes(kind)).map((key) => Number(/(\d+)\.[a-z]+\.[a-z]+\.zst$/.exec(key)?.[1]))
  }
}
