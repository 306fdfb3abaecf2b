/** Pausing of a run: cancels interruptible work when a pause begins, and lets other work wait for its end. */
import { ActivityFailure, CancellationScope, condition, isCancellation, TimeoutFailure } from '@temporalio/workflow'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'

/** Called on changes, in the workflow task that brings them. */
export interface PauseListener {
  onPause: () => void
  onResume: () => void
}

/** Work that a pause may cancel. */
export interface Interruptible<T> {
  result: Promise<T>
  /** Returns whether this rejection of `result` was caused by a pause: the unfinished work has to be recovered. */
  wasCutShort: (error: unknown) => boolean
  /** Must be called once the result has arrived. */
  end: () => void
}

export class RunPause {
  #paused: boolean
  /** Scopes of work that makes requests to the site. */
  readonly #scopes = new Set<CancellationScope>()

  /** @param paused state at the start of the run, or at the end of the previous run of the chain. */
  constructor(paused: boolean) {
    this.#paused = paused
  }

  /** Listens to requests; those that have arrived already are handled too. @param requests calls back for each. */
  listen(requests: (set: (paused: boolean) => void) => void, { onPause, onResume }: PauseListener): void {
    requests((paused) => {
      if (paused === this.#paused) return
      this.#paused = paused
      if (!paused) {
        onResume()
        return
      }
      for (const scope of this.#scopes) scope.cancel()
      onPause()
    })
  }

  get paused(): boolean {
    return this.#paused
  }

  /** Resolves once the run is not paused. */
  async over(): Promise<void> {
    await condition(() => !this.#paused)
  }

  /** Resolves once the run is not paused, or after a time. @returns false when the time has passed. */
  async overWithin(ms: number, summary: string): Promise<boolean> {
    return await condition(() => !this.#paused, ms, { summary })
  }

  /**
   * Starts work that a pause cancels. Its result arrives in the same order as without a scope, so that replays of older
   * histories see the same order of results within a task.
   */
  start<T>(work: () => Promise<T>): Interruptible<T> {
    const scope = new CancellationScope()
    this.#scopes.add(scope)
    const begun: { result?: Promise<T> } = {}
    // Synchronous up to the start of the work.
    void scope.run(async () => {
      begun.result = work()
      await begun.result.catch(() => undefined)
    })
    if (begun.result === undefined) throw new Error('the scope did not start its work synchronously')
    return {
      result: begun.result,
      wasCutShort: (error) =>
        scope.consideredCancelled && !CancellationScope.current().consideredCancelled && isCutShort(error),
      end: () => this.#scopes.delete(scope),
    }
  }
}

/**
 * Returns true when work was cancelled, or given up for another reason after the cancellation, but not when the time
 * budget ended.
 */
const isCutShort = (error: unknown): boolean =>
  isCancellation(error) || (error instanceof ActivityFailure && error.retryState === 'CANCEL_REQUESTED')

/** Returns the last heartbeat of a slice whose worker has died; null when the server does not report one. */
export function lastBeatOf(error: unknown): SliceHeartbeat | null {
  const cause = error instanceof ActivityFailure ? error.cause : null
  const beat: unknown = cause instanceof TimeoutFailure ? cause.lastHeartbeatDetails : null
  return typeof beat === 'object' && beat !== null && 'startedFirst' in beat ? (beat as SliceHeartbeat) : null
}
