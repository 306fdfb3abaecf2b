/** What using a session takes, and the ways in which it cannot be used. */
import type { BrowserPageOptions } from '@seine/shared/tasks/browser-page.ts'
import type { SessionClient } from '@seine/shared/sessions/session-client.ts'
import type { SessionStore } from '@seine/shared/sessions/session-store.ts'
import type { PageCondition } from '@seine/shared/sessions/state.ts'
import type { SessionTurns } from './session-turns.ts'

/** Where sessions are. */
export interface SessionAccess {
  client: Pick<SessionClient, 'facts' | 'acquire' | 'acquireImplicit' | 'release' | 'relogin'>
  store: SessionStore
  /** Of the pages of jobs in this process. */
  turns: SessionTurns
}

export type SessionUseCode =
  | 'session_busy'
  | 'session_not_found'
  | 'session_domain_mismatch'
  /** Its playbook does not succeed. */
  | 'session_failed'
  | 'not_configured'
  | 'workflow_service_unavailable'
  | 'result_store_unavailable'
  | 'pattern_too_costly'

/** The session cannot be used; the message is for callers and has no secrets. */
export class SessionUseError extends Error {
  override readonly name = 'SessionUseError'
  readonly code: SessionUseCode
  /** When asking again makes sense, seconds; null when it is not known. */
  readonly retryAfterSecs: number | null

  constructor(code: SessionUseCode, message: string, retryAfterSecs: number | null = null, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.retryAfterSecs = retryAfterSecs
  }
}

/** What came of logging in again. */
export type Relogin = { ok: true } | { ok: false; error: string }

/** What whoever has a session can do besides loading pages in it. */
export interface SessionControl {
  /** How a page shows that the session is logged out; null = nobody looks. */
  readonly loggedOut: PageCondition | null
  /** Whether the playbook is to run again then. */
  readonly refreshesOnLogout: boolean
  /** The options of a page, with what the playbook says where they leave it open. */
  options(page: BrowserPageOptions): BrowserPageOptions
  /**
   * Runs the playbook under the lease, which then has its whole length again. The session's state is what
   * the run has left. Not waited for longer than the bounds say.
   * @throws the reason of the signal.
   */
  relogin(bounds: ReloginBounds): Promise<Relogin>
}

/** How long to wait for a playbook. */
export interface ReloginBounds {
  signal: AbortSignal
  /** Epoch milliseconds; absent = as long as it may run. */
  deadlineMs?: number
}

/** The warning of a use that has left nothing in its session. */
export const notKept = 'session_state_not_kept: what the page has left in the session was not kept'
