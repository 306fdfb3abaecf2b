/**
 * The objects of sessions: playbooks and states. Each is sealed for its own key, so that it cannot be moved to another
 * session, and cannot be read without the key of the service.
 */
import { sessionLimits } from '../config/session-limits.ts'
import {
  playbookKey,
  playbookPrefix,
  sessionPrefix,
  sessionStateKey,
  statePrefix,
  type SessionFolder,
} from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'
import { SealError, type Sealing } from '../storage/sealing.ts'
import { implicitKeyOf } from './implicit-id.ts'
import type { SessionWorkflowInput } from './shapes.ts'
import type { SessionRef } from '../storage/session-ref.ts'
import { emptyState, type SessionState, type StoredPlaybook } from './state.ts'

/** The state of a session that a call has created and that has not been used since. */
export interface ImplicitSession {
  /** Registrable domain, or the exact host or address if none exists. */
  domain: string
  /** ISO 8601. */
  createdAt: string
  state: SessionState
}

/** A stored state; those that runs of the playbook left are stored in this form. */
interface StoredState {
  state: SessionState
  /** Key of the state that a run of the playbook began with, of no use once this one is current; null = none. */
  replaces: string | null
}

/** Returns the workflow input of an implicit session. @param incarnation a new UUID. */
export const implicitInput = (
  ref: SessionRef,
  { domain }: Pick<ImplicitSession, 'domain'>,
  incarnation: string,
): SessionWorkflowInput => ({
  tenant: ref.tenant,
  id: ref.id,
  incarnation,
  domain,
  implicit: true,
  ttlSecs: sessionLimits.implicitTtlSecs,
  maxUses: null,
  tag: [],
  playbook: {
    version: 1,
    runs: false,
    refreshEverySecs: null,
    refreshOnLogout: false,
    runMaxMs: sessionLimits.runMaxMs,
  },
  stateKey: implicitKeyOf(ref),
})

type Objects = Pick<Store, 'getJson' | 'put' | 'putIfAbsent' | 'list' | 'delete'>

/** Format of an object: the sealed text is JSON. */
interface SealedObject {
  sealed: string
}

/**
 * Reads and writes the objects of sessions. Every method rejects with StoreUnavailableError when the store is
 * unavailable, and with SealError when no key is configured, or the key that sealed an object is missing.
 */
export class SessionStore {
  readonly #objects: Objects
  readonly #sealing: Sealing | null

  /** @param sealing null when no key is configured: there are no sessions then. */
  constructor(objects: Objects, sealing: Sealing | null) {
    this.#objects = objects
    this.#sealing = sealing
  }

  /** True when a key is configured. */
  get isConfigured(): boolean {
    return this.#sealing !== null
  }

  /** @returns false when a playbook of that version exists. */
  async writePlaybook(session: SessionFolder, version: number, playbook: StoredPlaybook): Promise<boolean> {
    const key = playbookKey(session, version)
    return await this.#objects.putIfAbsent(key, this.#sealed(key, playbook))
  }

  /** Returns null if none exists: implicit sessions have no playbook. */
  async readPlaybook(session: SessionFolder, version: number): Promise<StoredPlaybook | null> {
    return await this.#read<StoredPlaybook>(playbookKey(session, version))
  }

  /** Deletes a playbook; a missing one counts as deleted. */
  async dropPlaybook(session: SessionFolder, version: number): Promise<void> {
    await this.#objects.delete([playbookKey(session, version)])
  }

  /** Deletes the playbooks before a version, with their secrets. */
  async dropPlaybooksBefore(session: SessionFolder, version: number): Promise<void> {
    await this.#dropBelow(playbookPrefix(session), version)
  }

  /** Writes the state that the holder of a fence leaves. @returns its key, for `release`. */
  async writeState(session: SessionFolder, fence: number, state: SessionState): Promise<string> {
    const key = sessionStateKey(session, fence)
    await this.#write(key, state)
    return key
  }

  /**
   * Writes the state that a run of the playbook leaves.
   * @param replaces key of the state that the run began with; null = none.
   * @returns its key.
   */
  async writeRunState(
    session: SessionFolder,
    fence: number,
    state: SessionState,
    replaces: string | null,
  ): Promise<string> {
    const key = sessionStateKey(session, fence)
    await this.#write(key, { state, replaces } satisfies StoredState)
    return key
  }

  /** Reads the state at a key of the entity; an empty state for null, and when the object is gone. */
  async readState(key: string | null): Promise<StoredState> {
    const found = key === null ? null : await this.#read<SessionState | ImplicitSession | StoredState>(key)
    if (found === null) return { state: emptyState(), replaces: null }
    if (!('state' in found)) return { state: found, replaces: null }
    return { state: found.state, replaces: 'replaces' in found ? found.replaces : null }
  }

  /** Deletes states that will not be the current one again. */
  async dropStates(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#objects.delete([...keys])
  }

  /** Deletes the states that holders before a fence left. */
  async dropStatesBefore(session: SessionFolder, fence: number): Promise<void> {
    await this.#dropBelow(statePrefix(session), fence)
  }

  /** Returns the keys of all states of a session. */
  async stateKeys(session: SessionFolder): Promise<string[]> {
    return await this.#objects.list(statePrefix(session))
  }

  /** @throws TypeError for an id that is not of an implicit session. */
  async writeImplicit(ref: SessionRef, session: ImplicitSession): Promise<void> {
    const key = implicitKeyOf(ref)
    if (key === null) throw new TypeError(`${ref.id} is not the id of an implicit session`)
    await this.#write(key, session)
  }

  /** Returns null if none exists, and for ids of another form. */
  async readImplicit(ref: SessionRef): Promise<ImplicitSession | null> {
    const key = implicitKeyOf(ref)
    return key === null ? null : await this.#read<ImplicitSession>(key)
  }

  /** Deletes the state of an implicit session; a missing one counts as deleted. */
  async dropImplicit(ref: SessionRef): Promise<void> {
    const key = implicitKeyOf(ref)
    if (key !== null) await this.#objects.delete([key])
  }

  /** Deletes all objects of a session. A repeated call continues the deletion. */
  async removeAll(session: SessionFolder): Promise<void> {
    await this.#objects.delete(await this.#objects.list(sessionPrefix(session)))
    // A run that writes a state during the first deletion may still have found its playbook; a later one does not.
    const written = await this.#objects.list(sessionPrefix(session))
    if (written.length > 0) await this.#objects.delete(written)
    await this.dropImplicit(session)
  }

  /** Deletes the objects that have a number below `end` behind the prefix. */
  async #dropBelow(prefix: string, end: number): Promise<void> {
    const keys = await this.#objects.list(prefix)
    const old = keys.filter((key) => Number.parseInt(key.slice(prefix.length), 10) < end)
    if (old.length > 0) await this.#objects.delete(old)
  }

  async #write(key: string, value: object): Promise<void> {
    await this.#objects.put(key, this.#sealed(key, value))
  }

  #sealed(key: string, value: object): string {
    const object: SealedObject = { sealed: this.#key().seal(JSON.stringify(value), key) }
    return JSON.stringify(object)
  }

  async #read<T>(key: string): Promise<T | null> {
    const object = await this.#objects.getJson<SealedObject>(key)
    return object === null ? null : (JSON.parse(this.#key().open(object.sealed, key)) as T)
  }

  #key(): Sealing {
    if (this.#sealing === null) throw new SealError('SEINE_SEALING_KEY is not set')
    return this.#sealing
  }
}
