/** Errors of calls to workers. */

/** The kinds of workers that answer calls. */
export type WorkerKind = 'browser' | 'scrape'

/**
 * `unavailable`: no worker can be reached; `busy`: the workers that were asked are full; `over_budget`: the time of the
 * call has ended; `internal`: a fault of Seine.
 */
export type WorkerCallCode = 'unavailable' | 'busy' | 'over_budget' | 'internal'

export interface WorkerCallErrorOptions {
  /** Only for the log. */
  cause?: unknown
  /** Time after which another try is sensible according to the worker, seconds. */
  retryAfterSecs?: number | undefined
}

/** Thrown when a call fails. The message is for callers. */
export class WorkerCallError extends Error {
  override readonly name = 'WorkerCallError'
  readonly code: WorkerCallCode
  readonly kind: WorkerKind
  /** null when no worker states it. */
  readonly retryAfterSecs: number | null

  constructor(code: WorkerCallCode, kind: WorkerKind, message: string, options: WorkerCallErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.kind = kind
    this.retryAfterSecs = options.retryAfterSecs ?? null
  }
}
