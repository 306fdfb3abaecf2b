/** Runs of watches in the store: begun by one conditional create, ended by another. */
import { jsonLinesIn, nullWhenDamaged, readableJson } from '@seine/shared/storage/damaged-object.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import type { PageVerdict, PageVersion, RunEnd, RunStart } from '@seine/shared/watches/runs.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import {
  changesKey,
  runEndKey,
  runNumberOf,
  runsPrefix,
  runStartKey,
  runStateKey,
} from '@seine/shared/watches/watch-keys.ts'

/** Reads lines of JSON; null when the object is missing. @throws StoreUnavailableError, DamagedObjectError */
async function linesOf<Line>(store: Pick<Store, 'get'>, key: string): Promise<Line[] | null> {
  const bytes = await store.get(key)
  if (bytes === null) return null
  return bytes.byteLength === 0 ? [] : jsonLinesIn<Line>(key, bytes)
}

const textOf = (lines: readonly unknown[]): string => lines.map((line) => JSON.stringify(line)).join('\n')

/** A run with its end; null while it is in progress. */
export interface StoredRun {
  start: RunStart
  end: RunEnd | null
}

export class RunStore {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Returns the numbers of the runs of a watch, the oldest first. @throws StoreUnavailableError */
  async numbers(watch: WatchRef): Promise<number[]> {
    const folders = await this.#store.listFolders(runsPrefix(watch))
    return folders.map((folder) => runNumberOf(watch, folder))
  }

  /** Returns a run; null when it has not begun or is gone. @throws StoreUnavailableError */
  async run(watch: WatchRef, n: number): Promise<StoredRun | null> {
    const [start, end] = await Promise.all([
      readableJson<RunStart>(this.#store, runStartKey(watch, n)),
      readableJson<RunEnd>(this.#store, runEndKey(watch, n)),
    ])
    return start === null ? null : { start, end }
  }

  /** Returns the newest run that has ended, looking back from the end; null if none exists. */
  async newestEnded(watch: WatchRef, numbers: readonly number[]): Promise<(StoredRun & { end: RunEnd }) | null> {
    for (const n of numbers.toReversed()) {
      const run = await this.run(watch, n)
      if (run !== null && run.end !== null) return { start: run.start, end: run.end }
    }
    return null
  }

  /** Finds a run by its id, the newest first. @throws StoreUnavailableError */
  async find(watch: WatchRef, runId: string): Promise<StoredRun | null> {
    for (const n of (await this.numbers(watch)).toReversed()) {
      const run = await this.run(watch, n)
      if (run?.start.runId === runId) return run
    }
    return null
  }

  /** Begins a run. @returns the run under this number, which may be another one. */
  async begin(watch: WatchRef, start: RunStart): Promise<RunStart> {
    if (await this.#store.putIfAbsent(runStartKey(watch, start.n), JSON.stringify(start))) return start
    return (await this.#store.getJson<RunStart>(runStartKey(watch, start.n))) ?? start
  }

  /** Ends a run, unless it has ended. @returns its end, which may be another attempt's. */
  async end(watch: WatchRef, n: number, end: RunEnd): Promise<RunEnd> {
    if (await this.#store.putIfAbsent(runEndKey(watch, n), JSON.stringify(end))) return end
    return (await this.#store.getJson<RunEnd>(runEndKey(watch, n))) ?? end
  }

  /**
   * Reads the last good versions of pages after a run; none when there is no such state.
   * @throws StoreUnavailableError, DamagedObjectError
   */
  async state(watch: WatchRef, n: number): Promise<PageVersion[]> {
    return (await linesOf<PageVersion>(this.#store, runStateKey(watch, n))) ?? []
  }

  /** Reads the same of a run that must have a state; null when it is lost or damaged. @throws StoreUnavailableError */
  async readableState(watch: WatchRef, n: number): Promise<PageVersion[] | null> {
    return await linesOf<PageVersion>(this.#store, runStateKey(watch, n)).catch(nullWhenDamaged)
  }

  async writeState(watch: WatchRef, n: number, versions: readonly PageVersion[]): Promise<void> {
    await this.#store.put(runStateKey(watch, n), textOf(versions))
  }

  /** Reads one object of verdicts; none when it is missing. @throws StoreUnavailableError, DamagedObjectError */
  async verdicts(watch: WatchRef, n: number, chunk: number): Promise<PageVerdict[]> {
    return (await linesOf<PageVerdict>(this.#store, changesKey(watch, n, chunk))) ?? []
  }
}

/** Writes the verdicts of a run, a bounded number an object. */
export class VerdictWriter {
  chunks = 0
  readonly #store: Pick<Store, 'put'>
  readonly #watch: WatchRef
  readonly #n: number
  #pending: PageVerdict[] = []

  constructor(store: Pick<Store, 'put'>, watch: WatchRef, n: number) {
    this.#store = store
    this.#watch = watch
    this.#n = n
  }

  async add(verdict: PageVerdict): Promise<void> {
    this.#pending.push(verdict)
    if (this.#pending.length >= watchLimits.changesPerChunk) await this.flush()
  }

  /** Writes what is pending. */
  async flush(): Promise<void> {
    if (this.#pending.length === 0) return
    await this.#store.put(changesKey(this.#watch, this.#n, this.chunks), textOf(this.#pending))
    this.#pending = []
    this.chunks += 1
  }
}
