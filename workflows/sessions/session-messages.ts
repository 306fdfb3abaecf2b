/** The updates and the query of `session`, and the validation of updates. */
import { defineQuery, defineUpdate } from '@temporalio/workflow'
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
  SessionGrant,
  SessionView,
} from '@seine/shared/sessions/shapes.ts'
import { sessionMessages } from '@seine/shared/temporal/names.ts'

export const acquire = defineUpdate<SessionGrant, [AcquireSession]>(sessionMessages.acquire)
export const release = defineUpdate<ReleaseAnswer, [ReleaseSession]>(sessionMessages.release)
export const relogin = defineUpdate<ReloginAnswer, [ReloginSession]>(sessionMessages.relogin)
export const replace = defineUpdate<ReplaceAnswer, [ReplaceSession]>(sessionMessages.replace)
export const refresh = defineUpdate<RefreshAnswer>(sessionMessages.refresh)
export const remove = defineUpdate<RemoveAnswer, [RemoveSession]>(sessionMessages.remove)
/** The session at a time, epoch milliseconds; null once the session is being deleted. */
export const view = defineQuery<SessionView | null, [nowMs?: number]>(sessionMessages.view)

const isWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max

const isFence = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0

const isKey = (value: unknown): boolean => value === null || typeof value === 'string'

/** @throws Error: the update is rejected without an event in the history. */
function check(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule)
}

const isLease = (leaseMs: unknown): boolean => isWithin(leaseMs, 1, sessionLimits.leaseMaxMs)

/** Reject requests that no caller of Seine sends. */
export const validators = {
  acquire: ({ holder, leaseMs, waitMs }: AcquireSession): void => {
    check(
      typeof holder === 'string' && holder.length <= sessionLimits.textMaxCharacters,
      `\`holder\` must be a text of at most ${sessionLimits.textMaxCharacters} characters`,
    )
    check(isLease(leaseMs), `\`leaseMs\` must be from 1 to ${sessionLimits.leaseMaxMs}`)
    check(isWithin(waitMs, 0, sessionLimits.waitMaxMs), `\`waitMs\` must be from 0 to ${sessionLimits.waitMaxMs}`)
  },
  release: ({ fence, stateKey, unused = false }: ReleaseSession): void => {
    check(isFence(fence), '`fence` must be a fencing token')
    check(isKey(stateKey), '`stateKey` must be a key or null')
    check(typeof unused === 'boolean', '`unused` must be true or false')
  },
  relogin: ({ fence, leaseMs }: ReloginSession): void => {
    check(isFence(fence), '`fence` must be a fencing token')
    check(isLease(leaseMs), `\`leaseMs\` must be from 1 to ${sessionLimits.leaseMaxMs}`)
  },
  replace: ({ ifVersion, playbook }: ReplaceSession): void => {
    check(ifVersion === null || isFence(ifVersion), '`ifVersion` must be a version or null')
    check(isFence(playbook.version), '`playbook.version` must be a version')
  },
  remove: ({ force }: RemoveSession): void => {
    check(typeof force === 'boolean', '`force` must be true or false')
  },
}
