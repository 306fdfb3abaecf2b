/** Sessions as gateway and workers deal with them: the entity workflow behind plain calls. */
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

/** The workflow service does not answer in time or refuses for now; a retry later can succeed. */
export class SessionsUnavailableError extends Error {
  override readonly name = 'SessionsUnavailableError'
}

/** The workflow service answers, but refuses for a reason that only an operator can remove. */
export class SessionsRefusedError extends Error {
  override readonly name = 'SessionsRefusedError'
}

/** What of a session never changes; read without a worker. */
export type SessionFacts = Pick<SessionWorkflowInput, 'tenant' | 'id' | 'incarnation' | 'domain' | 'implicit'>

/**
 * Every call answers null when there is no session of that id (never was, deleted, expired and gone),
 * and rejects with SessionsUnavailableError or SessionsRefusedError when the workflow service is at fault.
 */
export interface SessionClient {
  /** False when there is a session of that id. What it begins with is in the store by now. */
  start(input: SessionWorkflowInput): Promise<boolean>
  acquire(ref: SessionRef, request: AcquireSession): Promise<SessionGrant | null>
  /** As `acquire`, of a session whose entity is started when there is none. */
  acquireImplicit(input: SessionWorkflowInput, request: AcquireSession): Promise<SessionGrant>
  release(ref: SessionRef, request: ReleaseSession): Promise<ReleaseAnswer | null>
  /** Resolves once the playbook has run. @param runMaxMs of the grant, milliseconds. */
  relogin(ref: SessionRef, request: ReloginSession, runMaxMs: number): Promise<ReloginAnswer | null>
  replace(ref: SessionRef, request: ReplaceSession): Promise<ReplaceAnswer | null>
  refresh(ref: SessionRef): Promise<RefreshAnswer | null>
  remove(ref: SessionRef, request: RemoveSession): Promise<RemoveAnswer | null>
  view(ref: SessionRef): Promise<SessionView | null>
  facts(ref: SessionRef): Promise<SessionFacts | null>
  /** Explicit sessions, newest first. One that was just started or has just ended may be told late. */
  list(filter: SessionFilter): Promise<ListedSession[]>
}

/** Which sessions are wanted. */
export interface SessionFilter {
  tenant: string
  /** Only sessions started in this millisecond or before it; null = all. */
  startedUntil: Date | null
  /** At most so many. */
  max: number
}

export interface ListedSession extends SessionFacts {
  startedAt: Date
}
