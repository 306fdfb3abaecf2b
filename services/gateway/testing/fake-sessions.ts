/** In-memory sessions for tests of the real application; the test sets their state. */
import type {
  ListedSession,
  SessionClient,
  SessionFacts,
  SessionFilter,
} from '@seine/shared/sessions/session-client.ts'
import type {
  RefreshAnswer,
  ReleaseAnswer,
  ReloginAnswer,
  RemoveAnswer,
  RemoveSession,
  ReplaceAnswer,
  ReplaceSession,
  SessionGrant,
  SessionView,
  SessionWorkflowInput,
} from '@seine/shared/sessions/shapes.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { firstView } from '../sessions/session-calls.ts'

/** Returns the view of a session that has just been registered. */
const viewOf = (input: SessionWorkflowInput): SessionView => ({
  ...firstView(input, input.createdAtMs ?? Date.now()),
  status: 'ready',
})

const keyOf = ({ tenant, id }: SessionRef): string => `${tenant}/${id}`

export class FakeSessions implements SessionClient {
  readonly views = new Map<string, SessionView>()
  /** Sessions whose playbook has something to run. */
  readonly running = new Set<string>()
  fault: Error | null = null

  #check(): void {
    if (this.fault !== null) throw this.fault
  }

  #view(ref: SessionRef): SessionView | null {
    this.#check()
    return this.views.get(keyOf(ref)) ?? null
  }

  /** Changes the state of a session. */
  set(ref: SessionRef, change: Partial<SessionView>): void {
    const view = this.#view(ref)
    if (view !== null) this.views.set(keyOf(ref), { ...view, ...change })
  }

  async start(input: SessionWorkflowInput): Promise<boolean> {
    if (this.#view(input) !== null) return false
    this.views.set(keyOf(input), viewOf(input))
    if (input.playbook.runs) this.running.add(keyOf(input))
    return true
  }

  async acquire(): Promise<SessionGrant | null> {
    throw new Error('the gateway does not take leases')
  }

  async acquireImplicit(): Promise<SessionGrant> {
    throw new Error('the gateway does not take leases')
  }

  async release(): Promise<ReleaseAnswer | null> {
    throw new Error('the gateway does not have leases')
  }

  async relogin(): Promise<ReloginAnswer | null> {
    throw new Error('the gateway does not have leases')
  }

  async replace(ref: SessionRef, { ifVersion, ...request }: ReplaceSession): Promise<ReplaceAnswer | null> {
    const view = this.#view(ref)
    if (view === null) return null
    const version = view.playbookVersion
    if (ifVersion !== null && ifVersion !== version) return { kind: 'version_mismatch', version }
    const { ttlSecs, maxUses, tag, playbook } = request
    this.set(ref, { ttlSecs, maxUses, tag, playbookVersion: playbook.version })
    return { kind: 'replaced', view: this.#view(ref) ?? view }
  }

  async refresh(ref: SessionRef): Promise<RefreshAnswer | null> {
    const view = this.#view(ref)
    if (view === null) return null
    return this.running.has(keyOf(ref)) ? { kind: 'accepted', view } : { kind: 'nothing_to_run' }
  }

  async remove(ref: SessionRef, { force, incarnation }: RemoveSession): Promise<RemoveAnswer | null> {
    const view = this.#view(ref)
    if (view === null) return null
    if (incarnation !== undefined && incarnation !== view.incarnation) return { kind: 'removed' }
    if (view.status === 'busy' && !force) return { kind: 'busy', retryAfterSecs: 3 }
    this.views.delete(keyOf(ref))
    return { kind: 'removed' }
  }

  async view(ref: SessionRef): Promise<SessionView | null> {
    return this.#view(ref)
  }

  async facts(ref: SessionRef): Promise<SessionFacts | null> {
    return this.#view(ref)
  }

  async list({ tenant, startedUntil, max }: SessionFilter): Promise<ListedSession[]> {
    this.#check()
    return [...this.views.values()]
      .filter((view) => view.tenant === tenant && !view.implicit)
      .map((view) => ({ ...view, startedAt: new Date(view.createdAt) }))
      .filter(({ startedAt }) => startedUntil === null || startedAt <= startedUntil)
      .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
      .slice(0, max)
  }
}
