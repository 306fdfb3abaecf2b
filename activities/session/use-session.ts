/**
 * One use of a session: its lease, its state and its playbook before, its state and the lease back after.
 * Only what is given back under the lease becomes current; whoever has lost it leaves nothing.
 */
import { randomUUID } from 'node:crypto'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import { SessionsRefusedError, SessionsUnavailableError } from '@seine/shared/sessions/session-client.ts'
import { implicitInput } from '@seine/shared/sessions/session-store.ts'
import { implicitKeyOf } from '@seine/shared/sessions/implicit-id.ts'
import type { AcquireSession, SessionGrant } from '@seine/shared/sessions/shapes.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import type { StoredPlaybook } from '@seine/shared/sessions/state.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'
import { SessionUseError, type SessionAccess, type SessionControl } from './contract.ts'
import { pageSessionOf, sessionOptions, withRegistered } from './stored-session.ts'

export interface SessionWish {
  ref: SessionRef
  /** Of the page; its host has to be of the session's domain. */
  url: string
  /** Who asks, for operators. */
  holder: string
  /** How long the use may take, milliseconds; whoever dies keeps the session for so long. */
  leaseMs: number
  /** How long to wait for whoever has it, milliseconds. */
  waitMs: number
  signal: AbortSignal
}

/** What a use came to. */
export interface SessionUseResult<T> {
  value: T
  /** Whether the session has what the page has left. */
  isKept: boolean
}

type Grant = Extract<SessionGrant, { kind: 'granted' }>

/**
 * Uses a session.
 * @param work loads pages in it, and moves its `state` on.
 * @throws SessionUseError when it cannot be had, the reason of the signal, what the work throws.
 */
export async function withSession<T>(
  wish: SessionWish,
  access: SessionAccess,
  work: (session: PageSession, control: SessionControl) => Promise<T>,
): Promise<SessionUseResult<T>> {
  if (!access.store.isConfigured) {
    throw new SessionUseError(
      'not_configured',
      'sessions are sealed, and this service has no key: set SEINE_SEALING_KEY',
    )
  }
  const lease = new Lease(wish, access, await acquire(wish, access))
  try {
    const { session, control } = await told(async () => await lease.open())
    const value = await work(session, control)
    return { value, isKept: await lease.close(session) }
  } catch (error) {
    await lease.drop()
    throw error
  }
}

/** Faults of what sessions rest on, as callers are to know of them. */
async function told<T>(run: () => Promise<T>): Promise<T> {
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
      throw new SessionUseError('not_configured', 'the session was sealed with a key that is not here', null, error)
    }
    throw error
  }
}

/** The lease. One that comes after nobody waits for it any more is given back. */
async function acquire(wish: SessionWish, access: SessionAccess): Promise<Grant> {
  const { url, signal } = wish
  signal.throwIfAborted()
  const asking = told(async () => await ask(wish, access))
  let grant: SessionGrant | null
  try {
    grant = await untilAborted(signal, asking)
  } catch (error) {
    void asking.then(
      (late) => (late?.kind === 'granted' ? new Lease(wish, access, late).drop() : undefined),
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
  // Another session may have taken the id since its domain was looked up.
  try {
    checkDomain(url, grant.domain)
  } catch (error) {
    await new Lease(wish, access, grant).drop()
    throw error
  }
  return grant
}

/** @throws SessionUseError for a URL outside the domain. */
function checkDomain(url: string, domain: string): void {
  if (isOfDomain(new URL(url).hostname, domain)) return
  throw new SessionUseError('session_domain_mismatch', `the URL is not of the domain of the session, ${domain}`)
}

/**
 * Asks for the lease. The domain is checked first, from what is known without a lease: a URL elsewhere
 * neither runs the playbook nor counts as a use.
 */
async function ask(wish: SessionWish, access: SessionAccess): Promise<SessionGrant | null> {
  const { ref, url, holder, leaseMs, waitMs } = wish
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

/** Timers hold no longer. */
const longestWaitMs = 2 ** 31 - 1

const boundedLeaseMs = (leaseMs: number): number => Math.min(sessionLimits.leaseMaxMs, Math.max(1, Math.round(leaseMs)))

/** A lease that somebody has. */
class Lease {
  readonly #wish: SessionWish
  readonly #access: SessionAccess
  readonly #grant: Grant
  /** The state that is current, as its key and as JSON. */
  #stateKey: string | null
  #written = ''

  constructor(wish: SessionWish, access: SessionAccess, grant: Grant) {
    this.#wish = wish
    this.#access = access
    this.#grant = grant
    this.#stateKey = grant.stateKey
  }

  async open(): Promise<{ session: PageSession; control: SessionControl }> {
    const { store } = this.#access
    const { domain, stateKey, implicit, playbook: facts } = this.#grant
    const [playbook, state] = await Promise.all([
      implicit ? null : store.readPlaybook(this.#folder, facts.version),
      store.readState(stateKey),
    ])
    this.#written = JSON.stringify(state)
    // What a playbook registers that never runs is there from the first page on.
    const isFirst = playbook !== null && !facts.runs && stateKey === null
    const session = pageSessionOf(domain, playbook, isFirst ? withRegistered(state, playbook) : state)
    return { session, control: this.#control(session, playbook) }
  }

  get #folder(): SessionRef & { incarnation: string } {
    return { ...this.#wish.ref, incarnation: this.#grant.incarnation }
  }

  #control(session: PageSession, playbook: StoredPlaybook | null): SessionControl {
    const { refreshOnLogout, runs } = this.#grant.playbook
    return {
      loggedOut: playbook?.loggedOut ?? null,
      refreshesOnLogout: runs && refreshOnLogout,
      options: (page) => sessionOptions(page, playbook),
      relogin: async ({ signal, deadlineMs = Infinity }) => {
        const { ref, leaseMs } = this.#wish
        const { fence, playbook: facts } = this.#grant
        const request = { fence, leaseMs: boundedLeaseMs(leaseMs) }
        const asking = told(async () => await this.#access.client.relogin(ref, request, facts.runMaxMs))
        const leftMs = Math.min(deadlineMs - Date.now(), longestWaitMs)
        const late = AbortSignal.timeout(Math.max(0, leftMs))
        const answer = await untilAborted(AbortSignal.any([signal, late]), asking).catch((error: unknown) => {
          signal.throwIfAborted()
          if (late.aborted) return { kind: 'failed' as const, error: 'its playbook did not end in time' }
          throw error
        })
        if (answer === null || answer.kind === 'lost') return { ok: false, error: 'the session was taken away' }
        if (answer.kind === 'failed') return { ok: false, error: answer.error }
        const state = await told(async () => await this.#access.store.readState(answer.stateKey))
        this.#stateKey = answer.stateKey
        this.#written = JSON.stringify(state)
        session.state = state
        return { ok: true }
      },
    }
  }

  /** Gives the session back with what has changed in it. @returns false when that is not kept. */
  async close({ state }: PageSession): Promise<boolean> {
    const { client, store } = this.#access
    const { ref } = this.#wish
    const { fence } = this.#grant
    // What an implicit session began with goes with its day: a session that is used has a state of its own.
    const isBorrowed = this.#stateKey === implicitKeyOf(this.#wish.ref)
    const isChanged = isBorrowed || JSON.stringify(state) !== this.#written
    try {
      const stateKey = isChanged ? await store.writeState(this.#folder, fence, state) : null
      const answer = await client.release(ref, { fence, stateKey })
      if (answer?.kind === 'released') {
        if (stateKey !== null) void this.#forget(this.#stateKey, stateKey)
        return true
      }
      if (stateKey !== null) await store.dropState(stateKey)
      return !isChanged
    } catch {
      // The page stands; the lease ends by itself.
      await this.drop()
      return !isChanged
    }
  }

  /** Deletes a state that another has taken the place of; what an implicit session began with goes with the session. */
  async #forget(before: string | null, now: string): Promise<void> {
    if (before === null || before === now || before === implicitKeyOf(this.#wish.ref)) return
    await this.#access.store.dropState(before).catch(() => undefined)
  }

  /** Gives the session back as it was. Never rejects. */
  async drop(): Promise<void> {
    const { fence } = this.#grant
    await this.#access.client.release(this.#wish.ref, { fence, stateKey: null }).catch(() => undefined)
  }
}
