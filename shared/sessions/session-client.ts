/** Sessions for the gateway and the workers: the entity workflow behind plain calls. */
import type {
  AcquireSession,
  RefreshAnswer,
  ReleaseAnswer,
  ReleaseSession,
  ReloginAnswer,
  ReloginSession,
  RemoveAnswer,
  RemoveSession,
  ReplaceAnswer,
  ReplaceSession,
  SessionGrant,
  SessionView,
  SessionWorkflowInput,
} from './shapes.ts'
import type { SessionRef } from '../storage/session-ref.ts'

/** Thrown when the workflow service does not answer in time or refuses temporarily; a later retry can succeed. */
export class SessionsUnavailableError extends Error {
  override readonly name = 'SessionsUnavailableError'
}

/** Thrown when the workflow service refuses for a reason that only an operator can remove. */
export class SessionsRefusedError extends Error {
  override readonly name = 'SessionsRefusedError'
}

/** The constant properties of a session; they are read without a worker. */
export type SessionFacts = Pick<SessionWorkflowInput, 'tenant' | 'id' | 'incarnation' | 'domain' | 'implicit'>

/**
 * Every call returns null when there is no session with that id (never created, deleted, or expired and removed), and
 * rejects with SessionsUnavailableError or SessionsRefusedError when the workflow service is at fault.
 */
export interface SessionClient {
  /** Returns false when a session with that id exists. The initial objects must be in the store before the call. */
  start(input: SessionWorkflowInput): Promise<boolean>
  acquire(ref: SessionRef, request: AcquireSession): Promise<SessionGrant | null>
  /** Like `acquire`, for a session whose entity is started when it does not exist. */
  acquireImplicit(input: SessionWorkflowInput, request: AcquireSession): Promise<SessionGrant>
  release(ref: SessionRef, request: ReleaseSession): Promise<ReleaseAnswer | null>
  /** Resolves once the playbook has run. @param runMaxMs from the grant, milliseconds. */
  relogin(ref: SessionRef, request: ReloginSession, runMaxMs: number): Promise<ReloginAnswer | null>
  replace(ref: SessionRef, request: ReplaceSession): Promise<ReplaceAnswer | null>
  refresh(ref: SessionRef): Promise<RefreshAnswer | null>
  remove(ref: SessionRef, request: RemoveSession): Promise<RemoveAnswer | null>
  view(ref: SessionRef): Promise<SessionView | null>
  facts(ref: SessionRef): Promise<SessionFacts | null>
  /**
   * Returns explicit sessions, newest first. The list may be slightly out of date for sessions that just started or
   * ended.
   */
  list(filter: SessionFilter): Promise<ListedSession[]>
}

/** Filter of the session list. */
export interface SessionFilter {
  tenant: string
  /** Only sessions started in this millisecond or earlier; null: all. */
  startedUntil: Date | null
  /** Largest number of sessions. */
  max: number
}

export interface ListedSession extends SessionFacts {
  startedAt: Date
}
