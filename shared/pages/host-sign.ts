/** What an attempt at a page says of its host. Types only. */

/** What an attempt at a page says of its host. */
export type HostSign =
  /** Any answer that is no complaint, whatever its status. */
  | { kind: 'answered' }
  /** Asked too often; to be left alone for a time it may name, milliseconds. */
  | { kind: 'throttled'; retryAfterMs: number | null }
  /** An answer that complains of load without asking for rest. */
  | { kind: 'overloaded' }
  /** No answer: timeout, connection reset or refused. */
  | { kind: 'unreachable' }
  /** Nothing: the host was not asked, or the attempt was cut off. */
  | { kind: 'none' }
