/**
 * One use of a session: acquires the lease, reads state and playbook, runs the work, writes the state back and
 * releases the lease. A state becomes current only when it is written under a valid lease; after the lease is lost,
 * nothing is kept.
 */
import { randomUUID } from 'node:crypto'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import { SessionsRefusedError, SessionsUnavailableError } from '@seine/shared/sessions/session-client.ts'
import { implicitInput } from '@seine/shared/sessions/session-store.ts'
import { implicitKeyOf } from '@seine/shared/sessions/implicit-id.ts'
import type { AcquireSession, ReleaseSession, SessionGrant } from '@seine/shared/sessions/shapes.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import type { SessionState, StoredPlaybook } from '@seine/shared/sessions/state.ts'
import { sessionStateKey } from '@seine/shared/storage/object-keys.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { SessionUseError, type SessionAccess, type SessionControl } from './contract.ts'
import { pageSessionOf, sessionOptions, withRegistered } from './stored-session.ts'

export interface SessionRequest {
  ref: SessionRef
  /** URL of the page; its host must belong to the session's domain. */
  url: string
  /** Name of the lease holder, for operators. */
  holder: string
  /** How long the use may take, milliseconds. A holder that crashes blocks the session for as long. */
  leaseMs: number
  /** How long to wait for the current holder, milliseconds. */
  waitMs: number
  signal: AbortSignal
}

/** The result of a use. */
export interface SessionUseResult<T> {
  value: T
  /** Whether the session has the state that the page left. */
  isKept: boolean
}

type Grant = Extract<SessionGrant, { kind: 'granted' }>

/**
 * Uses a session.
 * @param work loads pages in the session and updates its `state`.
 * @throws SessionUseError when the session cannot be used; the abort reason of the signal; the errors of `work`.
 */
export async function withSession<T>(
  sessionRequest: SessionRequest,
  access: SessionAccess,
  work: (session: PageSession, control: SessionControl) => Promise<T>,
): Promise<SessionUseResult<T>> {
  if (!access.store.isConfigured) {
    throw new SessionUseError(
      'not_configured',
      'sessions are sealed, and this service has no key: set SEINE_SEALING_KEY',
    )
  }
  const lease = new Lease(sessionRequest, access, await acquire(sessionRequest, access))
  try {
    const { session, control } = await withCallerErrors(async () => await lease.open())
    const value = await work(session, control)
    return { value, isKept: await lease.close(session) }
  } catch (error) {
    await lease.drop()
    throw error
  }
}

/** Converts errors of the services behind sessions into errors for callers. */
async function withCallerErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof SessionsUnavailableError) {
      throw new SessionUseError('workflow_service_unavailable', 'the workflow service does not answer', null, error)
    }
    if (error instanceof SessionsRefusedError) {
      throw new SessionUseError('not_configured', 'the workflow service is not set up to keep sessions', null, error)
    }
    if (error instanceof StoreUnavailableError) {
      throw new SessionUseError('result_store_unavailable', 'the session could not be read', null, error)
    }
    if (error instanceof SealError) {
      throw new SessionUseError(
        'not_configured',
        'the session was sealed with a key that this service does not have',
        null,
        error,
      )
    }
    throw error
  }
}

/** Acquires the lease. A lease that is granted after its caller has stopped waiting is released at once. */
async function acquire(sessionRequest: SessionRequest, access: SessionAccess): Promise<Grant> {
  const { url, signal } = sessionRequest
  signal.throwIfAborted()
  const asking = withCallerErrors(async () => await ask(sessionRequest, access))
  let grant: SessionGrant | null
  try {
    grant = await untilAborted(signal, asking)
  } catch (error) {
    void asking.then(
      (late) => (late?.kind === 'granted' ? new Lease(sessionRequest, access, late).drop() : undefined),
      () => undefined,
    )
    throw error
  }
  metrics.sessionLeases.inc({ outcome: grant?.kind ?? 'not_found' })
  if (grant === null) throw new SessionUseError('session_not_found', 'there is no such session')
  if (grant.kind === 'expired') throw new SessionUseError('session_not_found', 'the session has expired')
  if (grant.kind === 'busy') throw new SessionUseError('session_busy', 'the session is in use', grant.retryAfterSecs)
  if (grant.kind === 'failed') {
    throw new SessionUseError('session_failed', `the playbook of the session does not succeed: ${grant.error}`)
  }
  // Another session may have taken the id since its domain was read.
  try {
    checkDomain(url, grant.domain)
  } catch (error) {
    await new Lease(sessionRequest, access, grant).drop()
    throw error
  }
  return grant
}

/** @throws SessionUseError for a URL outside of the domain. */
function checkDomain(url: string, domain: string): void {
  if (isOfDomain(new URL(url).hostname, domain)) return
  throw new SessionUseError('session_domain_mismatch', `the URL is not of the domain of the session, ${domain}`)
}

/**
 * Requests the lease. The domain is checked first, from facts that need no lease, so that a URL outside of it
 * neither runs the playbook nor counts as a use.
 */
async function ask(sessionRequest: SessionRequest, access: SessionAccess): Promise<SessionGrant | null> {
  const { ref, url, holder, leaseMs, waitMs } = sessionRequest
  const request: AcquireSession = { holder, leaseMs: boundedLeaseMs(leaseMs), waitMs }
  const facts = await access.client.facts(ref)
  if (facts !== null) {
    checkDomain(url, facts.domain)
    const grant = await access.client.acquire(ref, request)
    if (grant !== null) return grant
  }
  const implicit = await access.store.readImplicit(ref)
  if (implicit === null) return null
  const isOver = Date.now() >= Date.parse(implicit.createdAt) + sessionLimits.implicitTtlSecs * 1_000
  if (isOver) return null
  checkDomain(url, implicit.domain)
  return await access.client.acquireImplicit(implicitInput(ref, implicit, randomUUID()), request)
}

/** The longest delay of a timer, milliseconds. */
const longestWaitMs = 2 ** 31 - 1

const boundedLeaseMs = (leaseMs: number): number => Math.min(sessionLimits.leaseMaxMs, Math.max(1, Math.round(leaseMs)))

/** A lease that this process holds. */
class Lease {
  readonly #request: SessionRequest
  readonly #access: SessionAccess
  readonly #grant: Grant
  /** Key of the current state; `#written` is that state as JSON. */
  #stateKey: string | null
  #written = ''
  /** Keys of states before the current one, which a run of the playbook has replaced. */
  readonly #replaced = new Set<string>()
  /** True until the session is handed over, and when nothing was requested in it. */
  #isUnused = true

  constructor(sessionRequest: SessionRequest, access: SessionAccess, grant: Grant) {
    this.#request = sessionRequest
    this.#access = access
    this.#grant = grant
    this.#stateKey = grant.stateKey
  }

  async open(): Promise<{ session: PageSession; control: SessionControl }> {
    const { store } = this.#access
    const { domain, stateKey, implicit, playbook: facts } = this.#grant
    const [playbook, state] = await Promise.all([
      implicit ? null : store.readPlaybook(this.#folder, facts.version),
      this.#read(stateKey),
    ])
    // A playbook that never runs has its registered cookies and storage in place from the first page on.
    const isFirst = playbook !== null && !facts.runs && stateKey === null
    const session = pageSessionOf(domain, playbook, isFirst ? withRegistered(state, playbook) : state)
    this.#isUnused = false
    return { session, control: this.#control(session, playbook) }
  }

  /** Reads the current state. */
  async #read(stateKey: string | null): Promise<SessionState> {
    const { state, replaces } = await this.#access.store.readState(stateKey)
    this.#stateKey = stateKey
    this.#written = JSON.stringify(state)
    if (replaces !== null) this.#replaced.add(replaces)
    return state
  }

  get #folder(): SessionRef & { incarnation: string } {
    return { ...this.#request.ref, incarnation: this.#grant.incarnation }
  }

  #control(session: PageSession, playbook: StoredPlaybook | null): SessionControl {
    const { refreshOnLogout, runs } = this.#grant.playbook
    return {
      loggedOut: playbook?.loggedOut ?? null,
      refreshesOnLogout: runs && refreshOnLogout,
      options: (page) => sessionOptions(page, playbook),
      noteUnused: () => {
        this.#isUnused = true
      },
      relogin: async ({ signal, deadlineMs = Infinity }) => {
        const { ref, leaseMs } = this.#request
        const { fence, playbook: facts } = this.#grant
        const request = { fence, leaseMs: boundedLeaseMs(leaseMs) }
        const asking = withCallerErrors(async () => await this.#access.client.relogin(ref, request, facts.runMaxMs))
        const leftMs = Math.min(deadlineMs - monotonicNow(), longestWaitMs)
        const late = AbortSignal.timeout(Math.max(0, leftMs))
        const answer = await untilAborted(AbortSignal.any([signal, late]), asking).catch((error: unknown) => {
          signal.throwIfAborted()
          if (late.aborted) return { kind: 'failed' as const, error: 'its playbook did not end in time' }
          throw error
        })
        if (answer === null || answer.kind === 'lost') return { ok: false, error: 'the lease of the session was lost' }
        if (answer.kind === 'failed') return { ok: false, error: answer.error }
        session.state = await withCallerErrors(async () => await this.#read(answer.stateKey))
        return { ok: true }
      },
    }
  }

  /**
   * Writes the changed state and releases the lease.
   * @returns false when the changed state is not kept.
   */
  async close({ state }: PageSession): Promise<boolean> {
    const { client, store } = this.#access
    const { ref } = this.#request
    const { fence } = this.#grant
    // The initial state of an implicit session is deleted with the folder of its day: a used session needs its own.
    const isBorrowed = this.#stateKey === implicitKeyOf(this.#request.ref)
    const isChanged = isBorrowed || JSON.stringify(state) !== this.#written
    try {
      const stateKey = isChanged ? await store.writeState(this.#folder, fence, state) : null
      const answer = await client.release(ref, this.#release(stateKey))
      if (answer?.kind === 'released') {
        void this.#forget(stateKey).catch(() => undefined)
        return true
      }
      if (stateKey !== null) await store.dropStates([stateKey])
      return !isChanged
    } catch {
      // The page remains a valid result; the lease expires by itself.
      await this.drop()
      return !isChanged
    }
  }

  /**
   * Deletes the states that have been replaced. Later holders and runs have higher fences, so none of these becomes
   * current again. The initial state of an implicit session is deleted with the session.
   * @param now key of the state that has been written; null = the state is unchanged.
   */
  async #forget(now: string | null): Promise<void> {
    const { store } = this.#access
    const { stateKey, fence } = this.#grant
    if (now !== null) {
      const kept = new Set([now, implicitKeyOf(this.#request.ref)])
      const old = [...this.#replaced, this.#stateKey].flatMap((key) => (key === null || kept.has(key) ? [] : [key]))
      await store.dropStates(old)
    }
    // After its playbook was replaced, a session has no state, but what earlier holders left may still be there.
    const isReset = stateKey === null
    // Holders that died and logins whose end was not awaited can have left states with fences since the current one.
    const hasGap = now !== null && stateKey !== sessionStateKey(this.#folder, fence - 1)
    if (fence > 1 && (isReset || hasGap)) await store.dropStatesBefore(this.#folder, fence)
  }

  #release(stateKey: string | null): ReleaseSession {
    const { fence } = this.#grant
    return { fence, stateKey, ...(this.#isUnused ? { unused: true } : {}) }
  }

  /** Releases the lease and leaves the state unchanged. Never rejects. */
  async drop(): Promise<void> {
    await this.#access.client.release(this.#request.ref, this.#release(null)).catch(() => undefined)
  }
}
