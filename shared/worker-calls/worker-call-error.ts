/** Why a call to a worker came to nothing. */

/** The kinds of workers that answer calls. */
export type WorkerKind = 'browser' | 'scrape'

/**
 * `unavailable`: no worker can be reached; `busy`: those that were asked are full; `over_budget`: the
 * call's time is over; `internal`: a fault of ours.
 */
export type WorkerCallCode = 'unavailable' | 'busy' | 'over_budget' | 'internal'

export interface WorkerCallErrorOptions {
  /** For the log alone. */
  cause?: unknown
  /** When the worker says another try makes sense, seconds. */
  retryAfterSecs?: number | undefined
}

/** The message is for callers. */
export class WorkerCallError extends Error {
  override readonly name = 'WorkerCallError'
  readonly code: WorkerCallCode
  readonly kind: WorkerKind
  /** Null when no worker says so. */
  readonly retryAfterSecs: number | null

  constructor(code: WorkerCallCode, kind: WorkerKind, message: string, options: WorkerCallErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.kind = kind
    this.retryAfterSecs = options.retryAfterSecs ?? null
  }
}
