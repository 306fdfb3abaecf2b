/** Types for using a session, and the reasons why one cannot be used. */
import type { BrowserPageOptions } from '@seine/shared/tasks/browser-page.ts'
import type { SessionClient } from '@seine/shared/sessions/session-client.ts'
import type { SessionStore } from '@seine/shared/sessions/session-store.ts'
import type { PageCondition } from '@seine/shared/sessions/state.ts'
import type { KeyedQueue } from '@seine/shared/lifecycle/keyed-queue.ts'

/** Access to the sessions. */
export interface SessionAccess {
  client: Pick<SessionClient, 'facts' | 'acquire' | 'acquireImplicit' | 'release' | 'relogin'>
  store: SessionStore
  /** Queues of the jobs' pages in this process: pages that need the same session use it one at a time. */
  queues: KeyedQueue
}

/** Why a session cannot be used. */
export const sessionUseCodes = [
  'session_busy',
  'session_not_found',
  'session_domain_mismatch',
  /** The playbook does not succeed. */
  'session_failed',
  'not_configured',
  'workflow_service_unavailable',
  'result_store_unavailable',
  'pattern_too_costly',
] as const

export type SessionUseCode = (typeof sessionUseCodes)[number]

/** The session cannot be used; the message is for callers and contains no secrets. */
export class SessionUseError extends Error {
  override readonly name = 'SessionUseError'
  readonly code: SessionUseCode
  /** Seconds after which a retry makes sense; null: not known. */
  readonly retryAfterSecs: number | null

  constructor(code: SessionUseCode, message: string, retryAfterSecs: number | null = null, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.retryAfterSecs = retryAfterSecs
  }
}

/** Result of logging in again. */
export type Relogin = { ok: true } | { ok: false; error: string }

/** What the holder of a session can do besides loading pages in it. */
export interface SessionControl {
  /** How a page shows that the session is logged out; null = pages are not checked. */
  readonly loggedOut: PageCondition | null
  /** Whether the playbook runs again in that case. */
  readonly refreshesOnLogout: boolean
  /** Returns the options of a page; the playbook fills those that are left open. */
  options(page: BrowserPageOptions): BrowserPageOptions
  /** Records that nothing was requested in the session, so that the lease does not count as a use. */
  noteUnused(): void
  /**
   * Runs the playbook under the lease, which then starts again with its full length. Afterwards the session has the
   * state that the run left. Waits no longer than `bounds` allow.
   * @throws the abort reason of the signal.
   */
  relogin(bounds: ReloginBounds): Promise<Relogin>
}

/** Limits of the wait for a playbook. */
export interface ReloginBounds {
  signal: AbortSignal
  /** Milliseconds of `monotonicNow`; absent = as long as the playbook may run. */
  deadlineMs?: number
}

/** The warning for a use whose state was not kept. */
export const notKept = 'session_state_not_kept: changes that the page made to the session were not kept'
