/** How a run rests: what is cut short when a pause comes, and who waits for its end. */
import {
  ActivityFailure,
  CancellationScope,
  condition,
  isCancellation,
  setHandler,
  TimeoutFailure,
} from '@temporalio/workflow'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { pauseSignal, resumeSignal } from './pause-signals.ts'

/** Told of changes, in the workflow task that brings them. */
export interface PauseListener {
  onPause: () => void
  onResume: () => void
}

/** Work that a pause may end. */
export interface Interruptible<T> {
  result: Promise<T>
  /** Whether this rejection of `result` comes of a pause: what is left undone is to be made good. */
  wasCutShort: (error: unknown) => boolean
  /** To be called once the result has arrived. */
  end: () => void
}

export class RunPause {
  #paused: boolean
  /** What makes requests to the site. */
  readonly #scopes = new Set<CancellationScope>()

  /** @param paused as the run begins, or as the run before it in the chain ended. */
  constructor(paused: boolean) {
    this.#paused = paused
  }

  /** Takes the signals, those included that have come already. */
  listen({ onPause, onResume }: PauseListener): void {
    setHandler(pauseSignal, () => {
      if (this.#paused) return
      this.#paused = true
      for (const scope of this.#scopes) scope.cancel()
      onPause()
    })
    setHandler(resumeSignal, () => {
      if (!this.#paused) return
      this.#paused = false
      onResume()
    })
  }

  get paused(): boolean {
    return this.#paused
  }

  /** Resolves once the run is not paused. */
  async over(): Promise<void> {
    await condition(() => !this.#paused)
  }

  /**
   * Starts work that a pause cancels. What it comes to arrives as soon as without: in a replay the order of
   * what arrives in one step is the order of before.
   */
  start<T>(work: () => Promise<T>): Interruptible<T> {
    const scope = new CancellationScope()
    this.#scopes.add(scope)
    const begun: { result?: Promise<T> } = {}
    // Synchronous up to where the work is begun.
    void scope.run(async () => {
      begun.result = work()
      await begun.result.catch(() => undefined)
    })
    if (begun.result === undefined) throw new Error('the scope has not begun its work')
    return {
      result: begun.result,
      wasCutShort: (error) =>
        scope.consideredCancelled && !CancellationScope.current().consideredCancelled && isCutShort(error),
      end: () => this.#scopes.delete(scope),
    }
  }
}

/** Cancelled, or given up for another reason after the cancellation; not the end of the time budget. */
const isCutShort = (error: unknown): boolean =>
  isCancellation(error) || (error instanceof ActivityFailure && error.retryState === 'CANCEL_REQUESTED')

/** The last heartbeat of a slice whose worker has died; null when the server tells of none. */
export function lastBeatOf(error: unknown): SliceHeartbeat | null {
  const cause = error instanceof ActivityFailure ? error.cause : null
  const beat: unknown = cause instanceof TimeoutFailure ? cause.lastHeartbeatDetails : null
  return typeof beat === 'object' && beat !== null && 'startedFirst' in beat ? (beat as SliceHeartbeat) : null
}
