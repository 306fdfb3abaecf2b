/** Whether a session that a request names is there, and whether it may be used where the request goes. */
import { sessionIdPattern } from '@seine/shared/api/requests/session-schema.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import type { SessionClient } from '@seine/shared/sessions/session-client.ts'
import type { ImplicitSession, SessionStore } from '@seine/shared/sessions/session-store.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { ApiError } from '../http/api-error.ts'

export interface SessionCheckPorts {
  sessions: Pick<SessionClient, 'facts'>
  sessionStore: Pick<SessionStore, 'readImplicit' | 'isConfigured'>
}

const pattern = new RegExp(sessionIdPattern)

/** Whether a text can be the id of a session; anything else is answered 404 unseen. */
export const isSessionId = (text: string): boolean => pattern.test(text)

/** The same answer for a session that does not exist and for one of another tenant. */
export const sessionNotFound = (): ApiError => new ApiError('session_not_found', 'there is no such session')

/** When an implicit session is over that nobody has used, epoch milliseconds. */
export const implicitEndMs = ({ createdAt }: ImplicitSession): number =>
  Date.parse(createdAt) + sessionLimits.implicitTtlSecs * 1_000

/** An implicit session that nobody has used yet; null when there is none, or none any more. */
export async function unusedSession(
  ref: SessionRef,
  { sessionStore }: Pick<SessionCheckPorts, 'sessionStore'>,
): Promise<ImplicitSession | null> {
  if (!sessionStore.isConfigured) return null
  const session = await sessionStore.readImplicit(ref)
  return session === null || Date.now() >= implicitEndMs(session) ? null : session
}

/**
 * The domain of a session.
 * @throws ApiError `session_not_found`; SessionsUnavailableError, SessionsRefusedError,
 *   StoreUnavailableError, SealError.
 */
export async function sessionDomain(ref: SessionRef, ports: SessionCheckPorts): Promise<string> {
  if (!isSessionId(ref.id)) throw sessionNotFound()
  const known = (await ports.sessions.facts(ref)) ?? (await unusedSession(ref, ports))
  if (known === null) throw sessionNotFound()
  return known.domain
}

/** Of a URL that a request names. */
export interface NamedUrl {
  url: string
  /** JSON pointer into the request. */
  pointer: string
}

/** Problems that are told of one request; a batch may have ten thousand. */
const told = 100

/**
 * Checks that a session is there and that all URLs are of its domain.
 * @param urls valid ones.
 * @throws ApiError `session_not_found` or `session_domain_mismatch`; others as `sessionDomain`.
 */
export async function checkSession(ref: SessionRef, urls: Iterable<NamedUrl>, ports: SessionCheckPorts): Promise<void> {
  const domain = await sessionDomain(ref, ports)
  const errors: FieldProblem[] = []
  for (const { url, pointer } of urls) {
    if (isOfDomain(new URL(url).hostname, domain)) continue
    const message = `\`${pointer.slice(1)}\` is not of the domain of the session, ${domain}`
    if (errors.length < told) errors.push({ pointer, code: 'session_domain_mismatch', message })
  }
  const [first] = errors
  if (first === undefined) return
  throw new ApiError('session_domain_mismatch', first.message, { errors })
}
