/** Checks whether a session that a request names exists, and whether it may be used for the URLs of the request. */
import { sessionIdPattern } from '@seine/shared/api/requests/session-schema.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import type { SessionClient } from '@seine/shared/sessions/session-client.ts'
import type { ImplicitSession, SessionStore } from '@seine/shared/sessions/session-store.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { ApiError } from '../http/api-error.ts'

export interface SessionCheckPorts {
  sessions: Pick<SessionClient, 'facts'>
  sessionStore: Pick<SessionStore, 'readImplicit' | 'isConfigured'>
}

const pattern = new RegExp(sessionIdPattern)

/** Returns whether a text can be the id of a session; anything else is answered 404 without a lookup. */
export const isSessionId = (text: string): boolean => pattern.test(text)

/** Returns the same error for a session that does not exist and for one of another tenant. */
export const sessionNotFound = (): ApiError => new ApiError('session_not_found', 'there is no such session')

/** Returns when an unused implicit session expires, epoch milliseconds. */
export const implicitEndMs = ({ createdAt }: ImplicitSession): number =>
  Date.parse(createdAt) + sessionLimits.implicitTtlSecs * 1_000

/** Returns an implicit session that has not been used yet; null if none exists or it has expired. */
export async function unusedSession(
  ref: SessionRef,
  { sessionStore }: Pick<SessionCheckPorts, 'sessionStore'>,
): Promise<ImplicitSession | null> {
  if (!sessionStore.isConfigured) return null
  const session = await sessionStore.readImplicit(ref)
  return session === null || Date.now() >= implicitEndMs(session) ? null : session
}

/**
 * Returns the domain of a session.
 * @throws ApiError `session_not_found`; SessionsUnavailableError, SessionsRefusedError, StoreUnavailableError,
 *   SealError.
 */
export async function sessionDomain(ref: SessionRef, ports: SessionCheckPorts): Promise<string> {
  if (!isSessionId(ref.id)) throw sessionNotFound()
  const known = (await ports.sessions.facts(ref)) ?? (await unusedSession(ref, ports))
  if (known === null) throw sessionNotFound()
  return known.domain
}

/** A URL that a request names. */
export interface NamedUrl {
  url: string
  /** JSON pointer into the request. */
  pointer: string
}

/** Maximum number of problems reported for one request; a batch may have ten thousand. */
const reportedMax = 100

/**
 * Checks that a session exists and that all URLs belong to its domain.
 * @param urls valid URLs.
 * @throws ApiError `session_not_found` or `session_domain_mismatch`; others as `sessionDomain`.
 */
export async function checkSession(ref: SessionRef, urls: Iterable<NamedUrl>, ports: SessionCheckPorts): Promise<void> {
  const domain = await sessionDomain(ref, ports)
  const errors: FieldProblem[] = []
  const turn = new LoopTurn(requestLimits.turnMs)
  for (const { url, pointer } of urls) {
    if (turn.isOver) await turn.next()
    if (isOfDomain(new URL(url).hostname, domain)) continue
    const message = `\`${pointer.slice(1)}\` is not in the domain of the session, ${domain}`
    if (errors.length < reportedMax) errors.push({ pointer, code: 'session_domain_mismatch', message })
  }
  const [first] = errors
  if (first === undefined) return
  throw new ApiError('session_domain_mismatch', first.message, { errors })
}
