/**
 * The operations of the session routes: playbooks are sealed in the store, the entity workflow decides who may use
 * them.
 */
import { randomUUID } from 'node:crypto'
import {
  readCreateSession,
  readReplaceSession,
  type SessionContent,
  type SessionPolicy,
} from '@seine/shared/api/requests/session-request.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import type { SessionClient } from '@seine/shared/sessions/session-client.ts'
import { implicitInput, type ImplicitSession, type SessionStore } from '@seine/shared/sessions/session-store.ts'
import type { SessionView, SessionWorkflowInput } from '@seine/shared/sessions/shapes.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import type { StoredPlaybook } from '@seine/shared/sessions/state.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { checkIfMatch, versionMismatch } from '../http/if-match.ts'
import { checkProxy, type ProxyCheckPorts } from '../checks/proxy-check.ts'
import { implicitEndMs, isSessionId, sessionNotFound, unusedSession } from '../checks/session-check.ts'

export interface SessionPorts extends ProxyCheckPorts {
  sessions: SessionClient
  sessionStore: SessionStore
  policy: SessionPolicy
}

/** A session and its playbook; null when it has none. */
export interface KnownSession {
  view: SessionView
  playbook: StoredPlaybook | null
}

/** Checks that sessions can be stored. @throws ApiError when no sealing key is configured. */
function checkConfigured({ sessionStore }: SessionPorts): void {
  if (sessionStore.isConfigured) return
  throw new ApiError(
    'not_configured',
    'sessions are sealed before they are stored, and this service has no key: set SEINE_SEALING_KEY',
  )
}

const expired = (): ApiError => new ApiError('session_not_found', 'the session has expired')

const busy = (retryAfterSecs: number): ApiError =>
  new ApiError('session_busy', 'the session is in use', { retryAfterSecs })

/** Returns the view of a new session, without asking its entity. */
export function firstView(input: SessionWorkflowInput, createdAtMs: number): SessionView {
  const { tenant, id, incarnation, domain, implicit, ttlSecs, maxUses, tag, playbook } = input
  const createdAt = new Date(createdAtMs).toISOString()
  return {
    tenant,
    id,
    incarnation,
    domain,
    implicit,
    status: playbook.runs ? 'registered' : 'ready',
    ttlSecs,
    maxUses,
    tag,
    playbookVersion: playbook.version,
    refresh: { onLogout: playbook.refreshOnLogout, everySecs: playbook.refreshEverySecs },
    createdAt,
    updatedAt: createdAt,
    lastUsedAt: null,
    expiresAt: new Date(createdAtMs + ttlSecs * 1_000).toISOString(),
    useCount: 0,
    lastRun: null,
  }
}

const workflowInput = (
  ref: SessionRef,
  domain: string,
  { ttlSecs, maxUses, tag, facts }: SessionContent,
  createdAtMs: number,
): SessionWorkflowInput => ({
  ...ref,
  incarnation: randomUUID(),
  domain,
  implicit: false,
  ttlSecs,
  maxUses,
  tag,
  playbook: { version: 1, ...facts },
  stateKey: null,
  createdAtMs,
})

/** Starts the entity; an expired one with the same id is removed first. */
async function startEntity(input: SessionWorkflowInput, { sessions }: SessionPorts): Promise<boolean> {
  if (await sessions.start(input)) return true
  const known = await sessions.view(input)
  if (known !== null && known.status !== 'expired') return false
  // The incarnation protects the new session of another request that may have removed the expired one already.
  if (known !== null) await sessions.remove(input, { force: false, incarnation: known.incarnation })
  return await sessions.start(input)
}

/**
 * Registers a session; its playbook runs immediately when it has anything to run.
 * @throws ApiError when the request is invalid, the id is taken, or there is no sealing key or no such proxy;
 *   SessionsUnavailableError, SessionsRefusedError, StoreUnavailableError.
 */
export async function createSession(tenant: string, body: unknown, ports: SessionPorts): Promise<KnownSession> {
  const result = readCreateSession(body, ports.policy)
  if (!result.ok) throw invalidRequest(result.errors)
  checkConfigured(ports)
  const { sessionId, domain, playbook } = result.input
  await checkProxy(playbook, ports)
  const createdAtMs = Date.now()
  const ref = { tenant, id: sessionId ?? `ses-${randomUUID()}` }
  const input = workflowInput(ref, domain, result.input, createdAtMs)
  await ports.sessionStore.writePlaybook(input, input.playbook.version, playbook)
  if (await startEntity(input, ports)) return { view: firstView(input, createdAtMs), playbook }
  await ports.sessionStore.removeAll(input)
  throw new ApiError('session_exists', 'a session with this id exists already')
}

const unusedView = (ref: SessionRef, session: ImplicitSession): SessionView => ({
  ...firstView(implicitInput(ref, session, ''), Date.parse(session.createdAt)),
  expiresAt: new Date(implicitEndMs(session)).toISOString(),
})

/**
 * Returns a session with its playbook.
 * @throws ApiError `session_not_found`; SessionsUnavailableError, SessionsRefusedError, StoreUnavailableError,
 *   SealError.
 */
export async function readSession(ref: SessionRef, ports: SessionPorts): Promise<KnownSession> {
  if (!isSessionId(ref.id)) throw sessionNotFound()
  const view = await ports.sessions.view(ref)
  if (view === null) {
    const unused = await unusedSession(ref, ports)
    if (unused === null) throw sessionNotFound()
    return { view: unusedView(ref, unused), playbook: null }
  }
  const playbook = view.implicit ? null : await ports.sessionStore.readPlaybook(view, view.playbookVersion)
  return { view, playbook }
}

/** Writes a playbook under the next free version. @returns the version. */
async function writeNext(view: SessionView, playbook: StoredPlaybook, { sessionStore }: SessionPorts): Promise<number> {
  for (let version = view.playbookVersion + 1; ; version += 1) {
    if (await sessionStore.writePlaybook(view, version, playbook)) return version
  }
}

/**
 * Replaces everything of a session except its id and domain. A current user finishes its page first.
 * @param ifMatch `If-Match` header of the request.
 * @throws ApiError when the request is invalid, the version does not match, or there is no such session or proxy;
 *   SessionsUnavailableError, SessionsRefusedError, StoreUnavailableError, SealError.
 */
export async function replaceSession(
  ref: SessionRef,
  body: unknown,
  ifMatch: string | undefined,
  ports: SessionPorts,
): Promise<KnownSession> {
  for (let tries = 1; ; tries += 1) {
    const known = await readSession(ref, ports)
    const { view } = known
    if (known.playbook === null) {
      throw new ApiError('invalid_combination', 'a session that a scrape has started has no playbook', {
        errors: [
          { pointer: '', code: 'invalid_combination', message: 'a session that a scrape has started has no playbook' },
        ],
      })
    }
    const read = readReplaceSession(body, { domain: view.domain, secrets: known.playbook.secrets }, ports.policy)
    if (!read.ok) throw invalidRequest(read.errors)
    // Checked after all other conditions of the request (RFC 9110, section 13.2.1).
    checkIfMatch(ifMatch, 'session', view.playbookVersion)
    const { playbook, facts, ...others } = read.input
    await checkProxy(playbook, ports)
    const version = await writeNext(view, playbook, ports)
    const states = await ports.sessionStore.stateKeys(view).catch(() => [])
    const answer = await ports.sessions.replace(ref, {
      // Set even when the caller names no version, because secrets were taken over from this version.
      ifVersion: view.playbookVersion,
      ...others,
      playbook: { version, ...facts },
    })
    if (answer?.kind === 'replaced') {
      // Holders of an earlier lease may still read the replaced playbook, so only older ones are dropped. The next
      // replacement repeats a failed drop.
      await ports.sessionStore.dropPlaybooksBefore(view, view.playbookVersion).catch(() => undefined)
      // A current holder may be about to read its state; then the next run or use deletes them.
      const isHeld = answer.view.status === 'busy' || answer.view.status === 'warming'
      if (!isHeld) await ports.sessionStore.dropStates(states).catch(() => undefined)
      return { view: answer.view, playbook }
    }
    await ports.sessionStore.dropPlaybook(view, version)
    if (answer === null) throw sessionNotFound()
    if (answer.kind === 'expired') throw expired()
    // On a retry, `If-Match` is compared with the version that exists then.
    if (tries === sessionLimits.replaceTries) throw versionMismatch('session', answer.version)
  }
}

/**
 * Deletes a session and everything it owns.
 * @param force true deletes it even while it is in use.
 * @throws ApiError `session_not_found` or `session_busy`; SessionsUnavailableError, SessionsRefusedError,
 *   StoreUnavailableError.
 */
export async function deleteSession(ref: SessionRef, force: boolean, ports: SessionPorts): Promise<void> {
  if (!isSessionId(ref.id)) throw sessionNotFound()
  const answer = await ports.sessions.remove(ref, { force })
  if (answer?.kind === 'busy') throw busy(answer.retryAfterSecs)
  if (answer !== null) return
  if ((await unusedSession(ref, ports)) === null) throw sessionNotFound()
  await ports.sessionStore.dropImplicit(ref)
}

/**
 * Runs the playbook again, as soon as the session is unused.
 * @throws ApiError `session_not_found`, or when there is nothing to run; SessionsUnavailableError,
 *   SessionsRefusedError.
 */
export async function refreshSession(ref: SessionRef, ports: SessionPorts): Promise<SessionView> {
  if (!isSessionId(ref.id)) throw sessionNotFound()
  const answer = await ports.sessions.refresh(ref)
  if (answer === null && (await unusedSession(ref, ports)) === null) throw sessionNotFound()
  if (answer?.kind === 'expired') throw expired()
  if (answer?.kind === 'accepted') return answer.view
  const message = 'the session has no playbook to run: it has no `start_url`'
  throw new ApiError('invalid_combination', message, {
    errors: [{ pointer: '', code: 'invalid_combination', message }],
  })
}
