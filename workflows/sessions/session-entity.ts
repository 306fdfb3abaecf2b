/**
 * Decisions of the session entity, independent of Temporal: who gets the session, what a holder may change, when it
 * ends. Times are epoch milliseconds of workflow time.
 */
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import type {
  PlaybookRun,
  ReleaseSession,
  ReplaceSession,
  RunPlaybookResult,
  RunTrigger,
  SessionEntity,
  SessionStatus,
  SessionView,
  SessionWorkflowInput,
} from '@seine/shared/sessions/shapes.ts'
import { isoOfMs } from '@seine/shared/values/iso-time.ts'

/** Holder name of a run of the playbook. */
export const playbookHolder = 'playbook'

/** Decision for the request at the head of the queue. */
export type HeadDecision =
  | { kind: 'grant' }
  | { kind: 'wait' }
  | { kind: 'run'; trigger: RunTrigger }
  | { kind: 'failed'; error: string }
  | { kind: 'expired' }

/** Returns the initial entity. */
export function firstEntity(input: SessionWorkflowInput, nowMs: number): SessionEntity {
  const { playbook, ttlSecs, maxUses, tag, stateKey, createdAtMs = nowMs } = input
  return {
    playbook,
    ttlSecs,
    maxUses,
    tag,
    fence: 0,
    lease: null,
    stateKey,
    useCount: 0,
    createdAtMs,
    updatedAtMs: createdAtMs,
    lastUsedAtMs: null,
    expiresAtMs: createdAtMs + ttlSecs * 1_000,
    isReady: !playbook.runs,
    lastRun: null,
    dueRun: playbook.runs ? 'registered' : null,
  }
}

/** Returns whether the session is held. A lease ends at its time, even if its holder has died. */
export const isHeld = ({ lease }: SessionEntity, nowMs: number): boolean => lease !== null && nowMs < lease.endsAtMs

/** Returns whether the session has expired. A holder of the lease may finish its page first. */
export const isExpired = (entity: SessionEntity, nowMs: number): boolean =>
  nowMs >= entity.expiresAtMs && !isHeld(entity, nowMs)

/** Returns when the session has to be checked without a request. @param graceMs how long an expired session is kept. */
export function alarmAtMs(entity: SessionEntity, nowMs: number, graceMs: number): number {
  const { lease, dueRun } = entity
  const waits = dueRun !== null && lease !== null && isHeld(entity, nowMs)
  return waits ? Math.min(goneAtMs(entity, graceMs), lease.endsAtMs) : goneAtMs(entity, graceMs)
}

const goneAtMs = ({ expiresAtMs, lease }: SessionEntity, graceMs: number): number =>
  Math.max(expiresAtMs, lease?.endsAtMs ?? 0) + graceMs

/** Returns whether an expired session has been kept for the grace period. */
export const isGone = (entity: SessionEntity, nowMs: number, graceMs: number): boolean =>
  !isHeld(entity, nowMs) && nowMs >= goneAtMs(entity, graceMs)

/** Returns whether the run that is due may start. */
export const canRun = (entity: SessionEntity, nowMs: number): boolean =>
  entity.dueRun !== null && !isHeld(entity, nowMs) && !isExpired(entity, nowMs)

function isOverdue({ playbook, lastRun }: SessionEntity, nowMs: number): boolean {
  const { refreshEverySecs } = playbook
  if (refreshEverySecs === null || lastRun === null) return false
  return nowMs >= Date.parse(lastRun.startedAt) + refreshEverySecs * 1_000
}

/** Returns the decision for the head of the queue. @param retryPauseMs pause after the end of a failed run. */
export function headDecision(entity: SessionEntity, nowMs: number, retryPauseMs: number): HeadDecision {
  if (isExpired(entity, nowMs)) return { kind: 'expired' }
  if (isHeld(entity, nowMs) || entity.dueRun !== null) return { kind: 'wait' }
  const { playbook, isReady, lastRun } = entity
  if (!playbook.runs) return { kind: 'grant' }
  if (isReady) return isOverdue(entity, nowMs) ? { kind: 'run', trigger: 'interval' } : { kind: 'grant' }
  if (lastRun === null) return { kind: 'run', trigger: 'registered' }
  if (nowMs >= Date.parse(lastRun.finishedAt ?? lastRun.startedAt) + retryPauseMs) {
    return { kind: 'run', trigger: 'retry' }
  }
  return { kind: 'failed', error: lastRun.error ?? 'the playbook did not succeed' }
}

/** Returns when a session that is used now expires: immediately when it has reached its maximum number of uses. */
const expiryOf = (of: Pick<SessionEntity, 'maxUses' | 'ttlSecs'>, useCount: number, nowMs: number): number =>
  of.maxUses !== null && useCount >= of.maxUses ? nowMs : nowMs + of.ttlSecs * 1_000

/** Returns the entity with a lease for a user. */
export function granted(entity: SessionEntity, holder: string, leaseMs: number, nowMs: number): SessionEntity {
  const fence = entity.fence + 1
  const useCount = entity.useCount + 1
  return {
    ...entity,
    fence,
    lease: { fence, endsAtMs: nowMs + leaseMs, holder },
    useCount,
    lastUsedAtMs: nowMs,
    expiresAtMs: expiryOf(entity, useCount, nowMs),
  }
}

/** Returns the seconds after which another request is sensible; never many, because most leases end early. */
export function retryAfterSecs({ lease }: SessionEntity, nowMs: number): number {
  const leftMs = (lease?.endsAtMs ?? nowMs) - nowMs
  return Math.min(sessionLimits.retryAfterSecsMax, Math.max(1, Math.ceil(leftMs / 1_000)))
}

/** Returns whether a fence belongs to the current lease, and the lease has not ended. */
export const hasLease = (entity: SessionEntity, fence: number, nowMs: number): boolean =>
  entity.lease?.fence === fence && isHeld(entity, nowMs)

/** Returns the entity after its holder has returned it; the lease must be that of the holder. */
export function released(
  entity: SessionEntity,
  { stateKey, unused = false }: ReleaseSession,
  nowMs: number,
): SessionEntity {
  const { lease } = entity
  const isOutdated = lease?.outdated === true
  // Neither runs of the playbook nor uses of a replaced one are counted, so they cannot be taken back.
  const isTakenBack = unused && !isOutdated && lease?.holder !== playbookHolder
  const useCount = isTakenBack ? entity.useCount - 1 : entity.useCount
  return {
    ...entity,
    lease: null,
    stateKey: stateKey !== null && !isOutdated ? stateKey : entity.stateKey,
    useCount,
    lastUsedAtMs: nowMs,
    expiresAtMs: expiryOf(entity, useCount, nowMs),
  }
}

const runningRun = (trigger: RunTrigger, nowMs: number): PlaybookRun => ({
  startedAt: isoOfMs(nowMs),
  finishedAt: null,
  outcome: 'running',
  trigger,
  error: null,
})

/** Returns how long a run blocks the session, milliseconds: somewhat longer than a run may take. */
export const runLeaseMs = (entity: SessionEntity): number => entity.playbook.runMaxMs + 2 * sessionLimits.runGraceMs

/** Returns the entity with a run in progress that has a lease of its own. */
export function runBegun(entity: SessionEntity, trigger: RunTrigger, nowMs: number): SessionEntity {
  const fence = entity.fence + 1
  return {
    ...entity,
    fence,
    lease: { fence, endsAtMs: nowMs + runLeaseMs(entity), holder: playbookHolder },
    lastRun: runningRun(trigger, nowMs),
    dueRun: null,
  }
}

/**
 * Returns the entity with a run under the lease of its holder. The run has a new fence, so that no two writers share a
 * state.
 */
export function reloginBegun(entity: SessionEntity, nowMs: number): SessionEntity {
  const { lease } = entity
  return {
    ...entity,
    fence: entity.fence + 1,
    lease: lease === null ? null : { ...lease, endsAtMs: nowMs + runLeaseMs(entity) },
    lastRun: runningRun('logged_out', nowMs),
  }
}

/** Returns the entity after a run. @param keeps whether the lease of the run is still held. */
export function runEnded(
  entity: SessionEntity,
  result: RunPlaybookResult,
  keeps: boolean,
  nowMs: number,
): SessionEntity {
  const { lastRun, lease } = entity
  const outcome = keeps ? result : { ok: false as const, error: 'the run has lost the session' }
  const run: PlaybookRun | null =
    lastRun === null
      ? null
      : {
          ...lastRun,
          finishedAt: isoOfMs(nowMs),
          outcome: outcome.ok ? 'succeeded' : 'failed',
          error: outcome.ok ? null : outcome.error,
        }
  if (!keeps) return { ...entity, lastRun: run }
  const isOutdated = lease?.outdated === true
  return {
    ...entity,
    lastRun: run,
    // A session whose lifetime is shorter than its playbook run must not expire before its first use.
    expiresAtMs: Math.max(entity.expiresAtMs, expiryOf(entity, entity.useCount, nowMs)),
    isReady: isOutdated ? entity.isReady : outcome.ok,
    stateKey: outcome.ok && !isOutdated ? outcome.stateKey : entity.stateKey,
  }
}

/**
 * Returns the entity with its lease shortened or extended to this length; without a lease after a run that had one of
 * its own.
 */
export function leaseAfterRun(entity: SessionEntity, leaseMs: number | null, nowMs: number): SessionEntity {
  const { lease } = entity
  if (lease === null || leaseMs === null) return { ...entity, lease: null }
  return { ...entity, lease: { ...lease, endsAtMs: nowMs + leaseMs } }
}

/**
 * Returns the entity with another playbook: the state of the previous one is discarded.
 * @param keepsUses whether the uses so far continue to count; true only for replacements of earlier releases.
 */
export function replaced(
  entity: SessionEntity,
  request: ReplaceSession,
  nowMs: number,
  keepsUses: boolean = false,
): SessionEntity {
  const { playbook, ttlSecs, maxUses, tag } = request
  const useCount = keepsUses ? entity.useCount : 0
  return {
    ...entity,
    playbook,
    ttlSecs,
    maxUses,
    tag,
    stateKey: null,
    lease: entity.lease === null ? null : { ...entity.lease, outdated: true },
    useCount,
    isReady: !playbook.runs,
    dueRun: playbook.runs ? 'replaced' : null,
    updatedAtMs: nowMs,
    expiresAtMs: expiryOf(request, useCount, nowMs),
  }
}

function statusOf(entity: SessionEntity, nowMs: number): SessionStatus {
  if (isExpired(entity, nowMs)) return 'expired'
  if (isHeld(entity, nowMs)) return entity.lease?.holder === playbookHolder ? 'warming' : 'busy'
  if (entity.isReady && entity.dueRun === null) return 'ready'
  return entity.dueRun === null && entity.lastRun?.outcome === 'failed' ? 'failed' : 'registered'
}

/** Returns the session as its owner sees it. */
export function viewOf(input: SessionWorkflowInput, entity: SessionEntity, nowMs: number): SessionView {
  const { tenant, id, incarnation, domain, implicit } = input
  const { playbook, lastUsedAtMs } = entity
  return {
    tenant,
    id,
    incarnation,
    domain,
    implicit,
    status: statusOf(entity, nowMs),
    ttlSecs: entity.ttlSecs,
    maxUses: entity.maxUses,
    tag: entity.tag,
    playbookVersion: playbook.version,
    refresh: { onLogout: playbook.refreshOnLogout, everySecs: playbook.refreshEverySecs },
    createdAt: isoOfMs(entity.createdAtMs),
    updatedAt: isoOfMs(entity.updatedAtMs),
    lastUsedAt: lastUsedAtMs === null ? null : isoOfMs(lastUsedAtMs),
    expiresAt: isoOfMs(entity.expiresAtMs),
    useCount: entity.useCount,
    lastRun: entity.lastRun,
  }
}
