/**
 * `session`: the entity of one session. It decides who may use the session, for how long, and which state is the
 * current one; the state itself, playbooks and secrets are sealed objects of the store.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
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
  RunPlaybookResult,
  SessionActivities,
  SessionEntity,
  SessionGrant,
  SessionWorkflowInput,
} from '@seine/shared/sessions/shapes.ts'
import { playbookOptions, removeSessionOptions } from '../activity-calls/activity-options.ts'
import {
  alarmAtMs,
  canRun,
  firstEntity,
  granted,
  hasLease,
  isExpired,
  isGone,
  isHeld,
  leaseAfterRun,
  playbookHolder,
  released,
  reloginBegun,
  replaced,
  retryAfterSecs,
  runBegun,
  runEnded,
  headDecision,
  viewOf,
} from './session-entity.ts'
import { sessionDetails } from './session-details.ts'
import { acquire, refresh, release, relogin, remove, replace, validators, view } from './session-messages.ts'

const { removeSession } = proxyActivities<SessionActivities>(removeSessionOptions)

/** The entity in a worker. */
class Session {
  readonly #input: SessionWorkflowInput
  readonly #graceMs: number
  readonly #retryPauseMs: number
  readonly #historyEventsMax: number
  #entity: SessionEntity
  /** Waiting requests, oldest first. */
  readonly #queue: symbol[] = []
  #run: CancellationScope | null = null
  #updates = 0
  #isRemoved = false
  #isDeleted = false
  /** Set before continue-as-new: waiting requests are answered `busy`. */
  #isEnding = false

  constructor(input: SessionWorkflowInput) {
    const { expiredGraceMs, historyEventsMax, retryPauseMs } = input.bounds ?? {}
    this.#input = input
    this.#graceMs = expiredGraceMs ?? sessionLimits.expiredGraceMs
    this.#historyEventsMax = historyEventsMax ?? sessionLimits.historyEventsMax
    this.#retryPauseMs = retryPauseMs ?? sessionLimits.retryPauseMs
    this.#entity = input.entity ?? firstEntity(input, Date.now())
  }

  listen(): void {
    // Workflow time stands still while nothing happens, but leases end meanwhile.
    setHandler(view, (nowMs = 0) =>
      this.#isRemoved ? null : viewOf(this.#input, this.#entity, Math.max(nowMs, Date.now())),
    )
    setHandler(acquire, this.#counted(this.#acquire), { validator: validators.acquire })
    setHandler(release, this.#counted(this.#release), { validator: validators.release })
    setHandler(relogin, this.#counted(this.#relogin), { validator: validators.relogin })
    setHandler(replace, this.#counted(this.#replace), { validator: validators.replace })
    setHandler(refresh, this.#counted(this.#refresh))
    setHandler(remove, this.#counted(this.#remove), { validator: validators.remove })
  }

  /** @returns when the session has ended and its objects are deleted. */
  async live(): Promise<void> {
    while (!this.#isRemoved && !isGone(this.#entity, Date.now(), this.#graceMs)) {
      await this.#next()
      if (canRun(this.#entity, Date.now())) await this.#runDue()
      else if (this.#isHistoryLong()) await this.#beginAnew()
    }
    this.#isRemoved = true
    const { tenant, id, incarnation } = this.#input
    await removeSession.executeWithOptions({ summary: 'its objects' }, [{ tenant, id, incarnation }])
    this.#isDeleted = true
    await condition(allHandlersFinished)
  }

  #show(): void {
    const seen = viewOf(this.#input, this.#entity, Date.now())
    setCurrentDetails(sessionDetails(seen, this.#entity.lease))
  }

  #counted<Args extends unknown[], Answer>(
    handle: (...args: Args) => Promise<Answer>,
  ): (...args: Args) => Promise<Answer> {
    return async (...args) => {
      this.#updates += 1
      try {
        return await handle(...args)
      } finally {
        this.#show()
      }
    }
  }

  #isHistoryLong(): boolean {
    const { historyLength, continueAsNewSuggested } = workflowInfo()
    const isLong = historyLength > this.#historyEventsMax || this.#updates > sessionLimits.updatesMax
    return this.#run === null && (isLong || continueAsNewSuggested)
  }

  /** Resolves when there is work that no update does itself. */
  async #next(): Promise<void> {
    const alarmAt = (): number => alarmAtMs(this.#entity, Date.now(), this.#graceMs)
    const alarmMs = alarmAt()
    const isDue = (): boolean =>
      this.#isRemoved || canRun(this.#entity, Date.now()) || this.#isHistoryLong() || alarmAt() < alarmMs
    this.#show()
    await condition(isDue, Math.max(1, alarmMs - Date.now()), { summary: 'end of a lease, next run or expiry' })
  }

  async #beginAnew(): Promise<void> {
    this.#isEnding = true
    // The request that deletes the session waits for its end, not for its next run.
    await condition(() => this.#isRemoved || allHandlersFinished())
    if (!this.#isRemoved) await continueAsNew<typeof session>({ ...this.#input, entity: this.#entity })
  }

  async #runDue(): Promise<void> {
    const { dueRun } = this.#entity
    if (dueRun === null) return
    await this.#runPlaybook(runBegun(this.#entity, dueRun, Date.now()), null)
  }

  /** @param leaseMs length of the lease afterwards; null: no lease. */
  async #runPlaybook(begun: SessionEntity, leaseMs: number | null): Promise<RunPlaybookResult> {
    this.#entity = begun
    this.#show()
    const leaseFence = begun.lease?.fence
    const scope = new CancellationScope()
    this.#run = scope
    const result = await scope.run(async () => await this.#runActivity(begun))
    // A cancelled run may already have a successor.
    if (this.#run === scope) this.#run = null
    const keeps = !this.#isRemoved && this.#entity.lease?.fence === leaseFence
    const nowMs = Date.now()
    const isLast = this.#entity.lastRun === begun.lastRun
    const ended = isLast ? runEnded(this.#entity, result, keeps, nowMs) : this.#entity
    this.#entity = keeps ? leaseAfterRun(ended, leaseMs, nowMs) : ended
    return keeps ? result : { ok: false, error: 'the lease of the session was lost' }
  }

  async #runActivity({ playbook, fence, stateKey }: SessionEntity): Promise<RunPlaybookResult> {
    const { tenant, id, incarnation, domain } = this.#input
    const { version, runMaxMs } = playbook
    const { runPlaybook } = proxyActivities<SessionActivities>(playbookOptions(runMaxMs))
    try {
      const summary = `playbook, version ${version} · ${this.#entity.lastRun?.trigger ?? 'requested'}`
      return await runPlaybook.executeWithOptions({ summary }, [
        { tenant, id, incarnation, domain, fence, version, stateKey, runMaxMs },
      ])
    } catch (error) {
      const isCancelled = isCancellation(error)
      return { ok: false, error: isCancelled ? 'the run was cancelled' : 'the run did not finish' }
    }
  }

  readonly #acquire = async (request: AcquireSession): Promise<SessionGrant> => {
    if (this.#queue.length > sessionLimits.waitersMax) return this.#busy()
    const place = Symbol('place in the queue')
    this.#queue.push(place)
    try {
      return await this.#inQueue(place, request)
    } finally {
      this.#queue.splice(this.#queue.indexOf(place), 1)
    }
  }

  async #inQueue(place: symbol, { holder, leaseMs, waitMs }: AcquireSession): Promise<SessionGrant> {
    const untilMs = Date.now() + waitMs
    for (;;) {
      if (this.#isRemoved) return { kind: 'expired' }
      const isFirst = this.#queue[0] === place
      const decision = headDecision(this.#entity, Date.now(), this.#retryPauseMs)
      if (isFirst && decision.kind === 'grant') return this.#grant(holder, leaseMs)
      if (decision.kind === 'failed' || decision.kind === 'expired') return decision
      if (isFirst && decision.kind === 'run') this.#entity = { ...this.#entity, dueRun: decision.trigger }
      const leftMs = untilMs - Date.now()
      if (leftMs <= 0 || this.#isEnding) return this.#busy()
      await this.#untilChange(place, leftMs)
    }
  }

  /** Resolves when the request may get the session, and at the latest when its wait time or the current lease ends. */
  async #untilChange(place: symbol, leftMs: number): Promise<void> {
    const nowMs = Date.now()
    const { lease } = this.#entity
    const leaseLeftMs = isHeld(this.#entity, nowMs) && lease !== null ? lease.endsAtMs - nowMs : leftMs
    const wakesAtMs = nowMs + Math.min(leftMs, leaseLeftMs)
    // The next holder, or a run under the lease, may have a shorter lease.
    const endsSooner = (): boolean =>
      isHeld(this.#entity, Date.now()) && (this.#entity.lease?.endsAtMs ?? wakesAtMs) < wakesAtMs
    const isDue = (): boolean =>
      this.#isRemoved ||
      this.#isEnding ||
      endsSooner() ||
      (this.#queue[0] === place && headDecision(this.#entity, Date.now(), this.#retryPauseMs).kind !== 'wait')
    await condition(isDue, Math.max(1, wakesAtMs - nowMs), { summary: 'end of the lease or of the wait for it' })
  }

  #grant(holder: string, leaseMs: number): SessionGrant {
    this.#entity = granted(this.#entity, holder, leaseMs, Date.now())
    const { incarnation, domain, implicit } = this.#input
    const { fence, stateKey, playbook } = this.#entity
    return { kind: 'granted', fence, incarnation, domain, implicit, stateKey, playbook }
  }

  #busy(): { kind: 'busy'; retryAfterSecs: number } {
    return { kind: 'busy', retryAfterSecs: retryAfterSecs(this.#entity, Date.now()) }
  }

  #hasLease(fence: number): boolean {
    return !this.#isRemoved && hasLease(this.#entity, fence, Date.now())
  }

  readonly #release = async (request: ReleaseSession): Promise<ReleaseAnswer> => {
    if (!this.#hasLease(request.fence)) return { kind: 'lost' }
    // Releases before this one counted every lease as a use.
    const unused = request.unused === true && patched('unused-release')
    this.#entity = released(this.#entity, { ...request, unused }, Date.now())
    this.#run?.cancel()
    return { kind: 'released' }
  }

  readonly #relogin = async ({ fence, leaseMs }: ReloginSession): Promise<ReloginAnswer> => {
    if (!this.#hasLease(fence) || this.#run !== null) return { kind: 'lost' }
    const { runs, refreshOnLogout } = this.#entity.playbook
    if (!runs) return { kind: 'failed', error: 'the session is logged out and its playbook has no start_url' }
    if (!refreshOnLogout) return { kind: 'failed', error: 'the session is logged out' }
    const result = await this.#runPlaybook(reloginBegun(this.#entity, Date.now()), leaseMs)
    if (!this.#hasLease(fence)) return { kind: 'lost' }
    return result.ok ? { kind: 'renewed', stateKey: result.stateKey } : { kind: 'failed', error: result.error }
  }

  readonly #replace = async (request: ReplaceSession): Promise<ReplaceAnswer> => {
    const { version } = this.#entity.playbook
    if (this.#isRemoved || isExpired(this.#entity, Date.now())) return { kind: 'expired' }
    const isCurrent = request.ifVersion === null || request.ifVersion === version
    if (!isCurrent || request.playbook.version <= version) return { kind: 'version_mismatch', version }
    this.#entity = replaced(this.#entity, request, Date.now(), !patched('replace-resets-uses'))
    return { kind: 'replaced', view: viewOf(this.#input, this.#entity, Date.now()) }
  }

  readonly #refresh = async (): Promise<RefreshAnswer> => {
    if (this.#isRemoved || isExpired(this.#entity, Date.now())) return { kind: 'expired' }
    const { playbook, dueRun, lease } = this.#entity
    if (!playbook.runs) return { kind: 'nothing_to_run' }
    const isUnderWay = isHeld(this.#entity, Date.now()) && lease?.holder === playbookHolder && lease.outdated !== true
    if (!isUnderWay) this.#entity = { ...this.#entity, dueRun: dueRun ?? 'requested' }
    return { kind: 'accepted', view: viewOf(this.#input, this.#entity, Date.now()) }
  }

  readonly #remove = async ({ force, incarnation }: RemoveSession): Promise<RemoveAnswer> => {
    // The requested incarnation is gone; this is a later one.
    if (incarnation !== undefined && incarnation !== this.#input.incarnation) return { kind: 'removed' }
    if (!this.#isRemoved && !force && isHeld(this.#entity, Date.now())) return this.#busy()
    this.#isRemoved = true
    this.#entity = { ...this.#entity, lease: null, dueRun: null }
    this.#run?.cancel()
    await condition(() => this.#isDeleted, sessionLimits.removeWaitMs, {
      summary: 'deletion of the stored objects of the session',
    })
    return { kind: 'removed' }
  }
}

/**
 * Lives as long as its session: until the session is deleted, or has been expired for a while. Only the holder of a
 * current lease can change anything; a holder that has lost its lease cannot.
 */
export async function session(input: SessionWorkflowInput): Promise<void> {
  const entity = new Session(input)
  entity.listen()
  await entity.live()
}
