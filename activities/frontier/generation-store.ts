/**
 * Generations of the frontier in the object store: a delta each, a snapshot every so often, and the
 * newest state of a few jobs in memory.
 */
import { frontierLimits } from '@seine/shared/config/limits.ts'
import { frontierDeltaKey, frontierSnapshotKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierDelta, FrontierSnapshot } from './entry.ts'
import { FrontierState, type FrontierOptions } from './frontier-state.ts'

const statesKept = 8

/** The frontier lost a generation; nothing but an operator's restore can help. */
export class FrontierLostError extends Error {
  override readonly name = 'FrontierLostError'
}

export class GenerationStore {
  readonly #store: Store
  readonly #states = new Map<string, FrontierState>()

  constructor(store: Store) {
    this.#store = store
  }

  /** A stored generation, or null when nobody has written it. */
  async delta(jobId: string, generation: number): Promise<FrontierDelta | null> {
    return await this.#store.getJson<FrontierDelta>(frontierDeltaKey(jobId, generation))
  }

  /**
   * The frontier at a generation, from memory or from the newest snapshot and the deltas after it.
   * @param empty makes the state before generation 0.
   */
  async load(jobId: string, generation: number, options: FrontierOptions, startUrl: string): Promise<FrontierState> {
    const kept = this.#states.get(jobId)
    let state =
      kept !== undefined && kept.generation <= generation
        ? kept
        : await this.#newestSnapshot(jobId, generation, options, startUrl)
    this.#states.delete(jobId)
    while (state.generation < generation) {
      const delta = await this.delta(jobId, state.generation + 1)
      if (delta === null) throw new FrontierLostError(`generation ${state.generation + 1} of ${jobId} is missing`)
      state.replay(delta.generation, delta.ops)
    }
    return state
  }

  /**
   * Writes the next generation unless somebody has.
   * @returns the delta now stored: the given one, or the one that was first.
   */
  async save(jobId: string, state: FrontierState, delta: FrontierDelta): Promise<FrontierDelta> {
    const written = await this.#store.putIfAbsent(frontierDeltaKey(jobId, delta.generation), JSON.stringify(delta))
    if (!written) {
      const first = await this.delta(jobId, delta.generation)
      if (first === null) throw new FrontierLostError(`generation ${delta.generation} of ${jobId} vanished`)
      return first
    }
    state.generation = delta.generation
    if (delta.generation > 0 && delta.generation % frontierLimits.snapshotEveryGenerations === 0) {
      await this.#store.put(frontierSnapshotKey(jobId, delta.generation), JSON.stringify(state.snapshot()))
    }
    this.#keep(jobId, state)
    return delta
  }

  /** The last generation of a job; -1 when it has none. */
  async lastGeneration(jobId: string): Promise<number> {
    const keys = await this.#store.list(frontierDeltaKey(jobId, 0).replace(/\d+\.delta\.json\.zst$/, ''))
    const generations = keys
      .filter((key) => key.includes('.delta.'))
      .map((key) => Number(/(\d+)\.delta/.exec(key)?.[1]))
    return Math.max(-1, ...generations)
  }

  async #newestSnapshot(
    jobId: string,
    generation: number,
    options: FrontierOptions,
    startUrl: string,
  ): Promise<FrontierState> {
    const every = frontierLimits.snapshotEveryGenerations
    for (let at = Math.floor(generation / every) * every; at > 0; at -= every) {
      const snapshot = await this.#store.getJson<FrontierSnapshot>(frontierSnapshotKey(jobId, at))
      if (snapshot !== null) return FrontierState.restore(options, snapshot)
    }
    return new FrontierState(options, startUrl)
  }

  #keep(jobId: string, state: FrontierState): void {
    this.#states.delete(jobId)
    this.#states.set(jobId, state)
    const oldest = this.#states.keys().next()
    if (this.#states.size > statesKept && !oldest.done) this.#states.delete(oldest.value)
  }
}
