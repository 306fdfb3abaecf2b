/** How a run rests: what is cut short when a pause comes, and who waits for its end. */
import { ActivityFailure, CancellationScope, condition, isCancellation, setHandler } from '@temporalio/workflow'
import { pauseSignal, resumeSignal } from './pause-signals.ts'

/** Told of changes, in the workflow task that brings them. */
export interface PauseListener {
  onPause(): void
  onResume(): void
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
   * Runs work that a pause cancels.
   * @returns what it came to, or null when the pause has ended it; what it left undone is to be made good.
   * @throws what the work throws, and the cancellation of the run itself.
   */
  async cuttingShort<T>(work: () => Promise<T>): Promise<T | null> {
    const scope = new CancellationScope()
    this.#scopes.add(scope)
    try {
      return await scope.run(work)
    } catch (error) {
      const byPause = scope.consideredCancelled && !CancellationScope.current().consideredCancelled
      if (byPause && isCutShort(error)) return null
      throw error
    } finally {
      this.#scopes.delete(scope)
    }
  }
}

/** Cancelled, or given up for another reason after the cancellation; not the end of the time budget. */
const isCutShort = (error: unknown): boolean =>
  isCancellation(error) || (error instanceof ActivityFailure && error.retryState === 'CANCEL_REQUESTED')
