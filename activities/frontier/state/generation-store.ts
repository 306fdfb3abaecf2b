/**
 * Generations of the frontier in the object store: a delta each, a snapshot whenever the deltas
 * since the last one have grown as large as it, and the newest state of a few jobs in memory.
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
import { restoreFrontier, snapshotText } from './frontier-snapshot.ts'
import { frontierOptionsOf, type FrontierOptions } from './frontier-options.ts'
import { FrontierLostError } from '../../faults/frontier-lost.ts'
import { FrontierState } from './frontier-state.ts'

/** JSON of a delta, written a few changes at a time: a page of 100,000 links brings as many. */
async function deltaText({ ops, ...rest }: FrontierDelta): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < ops.length; from += frontierLimits.linksPerTurn) {
    if (from > 0) await nextTurn()
    pieces.push(JSON.stringify(ops.slice(from, from + frontierLimits.linksPerTurn)).slice(1, -1))
  }
  return `${JSON.stringify(rest).slice(0, -1)},"ops":[${pieces.join(',')}]}`
}

/** A frontier in memory, and what a restart would have to read. */
interface Kept {
  state: FrontierState
  /** Characters of the last snapshot, and of the deltas since. */
  snapshotSize: number
  deltasSize: number
}

export class GenerationStore {
  readonly #store: Store
  /** Those not used for longest go when all together hold too many URLs; one alone stays whatever its size. */
  readonly #kept: LRUCache<string, Kept>
  readonly #reads = new Map<string, Promise<FrontierState>>()
  /** Sizes of states that are out between `load` and `save`. */
  readonly #lent = new WeakMap<FrontierState, Kept>()

  /** @param statesKeptMax jobs whose newest frontier stays in memory. */
  constructor(store: Store, statesKeptMax: number = frontierLimits.statesKeptMax) {
    this.#store = store
    this.#kept = new LRUCache({
      max: statesKeptMax,
      maxSize: frontierLimits.entriesKeptMax,
      sizeCalculation: ({ state }) => Math.min(state.entries.length + 1, frontierLimits.entriesKeptMax),
    })
  }

  /**
   * The frontier at a generation, to be changed: it is the caller's until `save` or `giveBack`. What is in memory
   * of an earlier generation is brought up to it; a later one stays in memory.
   * @param generation -1 for the empty frontier a job begins with.
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

  /** Ends a loan without a change of the state: it stays in memory. */
  giveBack(job: JobRef, state: FrontierState): void {
    const loaded = this.#lent.get(state)
    const newer = (this.#kept.get(frontierPrefix(job))?.state.generation ?? -1) > state.generation
    if (loaded !== undefined && !newer) this.#kept.set(frontierPrefix(job), loaded)
  }

  /**
   * A generation that is stored, if the frontier in memory has reached it: its call is repeated, since the answer
   * to the one before was lost.
   * @returns null when memory has not reached it; it may be stored all the same.
   * @throws StoreUnavailableError
   */
  async reached(job: JobRef, generation: number): Promise<FrontierDelta | null> {
    const kept = this.#kept.get(frontierPrefix(job))
    return kept !== undefined && kept.state.generation >= generation ? await this.delta(job, generation) : null
  }

  /** The newest frontier of a job, to be looked at only; null when it has none. */
  async newest(job: JobRef, input: JobInput): Promise<FrontierState | null> {
    const generation = await this.lastGeneration(job)
    if (generation < 0) return null
    const reading = this.#reads.get(frontierPrefix(job))
    if (reading !== undefined) return await reading
    const read = this.#advance(job, generation, input, this.#kept.get(frontierPrefix(job)) ?? null)
      .then((loaded) => {
        // Put anew, so that its size is taken anew.
        this.#kept.delete(frontierPrefix(job))
        this.#kept.set(frontierPrefix(job), loaded)
        return loaded.state
      })
      .finally(() => this.#reads.delete(frontierPrefix(job)))
    this.#reads.set(frontierPrefix(job), read)
    return await read
  }

  /**
   * Writes the next generation unless somebody has.
   * @param state as `load` gave it, with the changes of the delta made.
   * @returns the delta now stored: the given one, or the one that was first.
   */
  async save(job: JobRef, state: FrontierState, delta: FrontierDelta): Promise<FrontierDelta> {
    const text = await deltaText(delta)
    const written = await this.#store.putIfAbsent(frontierDeltaKey(job, delta.generation), text)
    if (!written) {
      const first = await this.#delta(job, delta.generation)
      if (first === null) throw new FrontierLostError(job.id, delta.generation, 'vanished')
      return first.delta
    }
    state.generation = delta.generation
    const kept = this.#lent.get(state) ?? { state, snapshotSize: 0, deltasSize: 0 }
    kept.deltasSize += text.length
    if (kept.deltasSize > Math.max(frontierLimits.snapshotDeltasMinCharacters, kept.snapshotSize)) {
      const snapshot = await snapshotText(state)
      await this.#store.put(frontierSnapshotKey(job, delta.generation), snapshot)
      kept.snapshotSize = snapshot.length
      kept.deltasSize = 0
    }
    this.#kept.set(frontierPrefix(job), kept)
    return delta
  }

  /** The last generation of a job; -1 when it has none. */
  async lastGeneration(job: JobRef): Promise<number> {
    return Math.max(-1, ...(await this.#generations(job, '.delta.')))
  }

  /** A stored generation; null when there is none. */
  async delta(job: JobRef, generation: number): Promise<FrontierDelta | null> {
    return (await this.#delta(job, generation))?.delta ?? null
  }

  /** Keeps the frontier of a job in memory no longer. */
  forget(job: JobRef): void {
    this.#kept.delete(frontierPrefix(job))
  }

  /**
   * The frontier of a job as far as its generations can be read, for a job that has lost one; it is the caller's.
   * @throws StoreUnavailableError
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
      loaded.state.replay(next.delta.generation, next.delta.ops)
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

  /** The newest snapshot that can be read: generations are kept, so that an older one serves as well. */
  async #newestSnapshot(job: JobRef, generation: number, input: JobInput): Promise<Kept> {
    const options = frontierOptionsOf(input)
    const stored = generation < 0 ? [] : await this.#generations(job, '.snapshot.')
    for (const at of stored.filter((each) => each <= generation).toSorted((a, b) => b - a)) {
      const snapshot = await this.#snapshot(job, at, options)
      if (snapshot !== null) return snapshot
    }
    return { state: new FrontierState(options, input.url), snapshotSize: 0, deltasSize: 0 }
  }

  /** A snapshot; null when it is missing or cannot be read. @throws StoreUnavailableError */
  async #snapshot(job: JobRef, generation: number, options: FrontierOptions): Promise<Kept | null> {
    try {
      metrics.frontierReads.inc({ object: 'snapshot' })
      const bytes = await this.#store.get(frontierSnapshotKey(job, generation))
      if (bytes === null) return null
      const text = Buffer.from(bytes).toString('utf8')
      return { state: await restoreFrontier(text, options), snapshotSize: text.length, deltasSize: 0 }
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
