/** What an attempt at a page shows about its host. Types only. */

/** What an attempt at a page shows about its host. */
export type HostSign =
  /** Any answer without a sign of overload, whatever its status. */
  | { kind: 'answered' }
  /** Too many requests; the host may state how long to pause, milliseconds. */
  | { kind: 'throttled'; retryAfterMs: number | null }
  /** An answer that indicates overload without requesting a pause. */
  | { kind: 'overloaded' }
  /** No answer: timeout, connection reset or refused. */
  | { kind: 'unreachable' }
  /** Nothing: the host was not asked, or the attempt was cut off. */
  | { kind: 'none' }
