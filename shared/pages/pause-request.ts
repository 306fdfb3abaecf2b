/** Requests of a server to slow down (RFC 6585, section 4; RFC 9110, sections 10.2.3 and 15.6.4). Pure. */

/** Statuses by which a server refuses a request because it has too many; both may come with Retry-After. */
export const overloadStatuses: ReadonlySet<number> = new Set([429, 503])

/** The part of an answer that may request a pause. */
export interface PauseAnswer {
  status: number | null
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
}

/**
 * Whether an answer requests a pause: 429, or 503 with Retry-After. A 503 without it does not say whether the server is
 * overloaded or the page is broken. A Retry-After that cannot be read still requests a pause, of unknown length.
 */
export const asksForPause = ({ status, headers }: PauseAnswer): boolean =>
  status === 429 || (status === 503 && (headers['retry-after'] ?? '').trim() !== '')
