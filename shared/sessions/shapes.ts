/**
 * Messages and state of sessions, shared by the gateway, the workers and the entity workflow. Types only; sandbox-safe.
 * All of it is small and readable for operators: playbooks, cookies and secrets are sealed objects of the store, of
 * which only the keys are passed on.
 */
import type { SessionRef } from '../storage/session-ref.ts'

/** The properties of a playbook that the workflow needs; the whole playbook is sealed in the store. */
export interface PlaybookFacts {
  /** Starts at 1 and increases with every PUT. It is the ETag. */
  version: number
  /** True for a playbook with a `start_url`, which can be run. */
  runs: boolean
  /** The playbook is run again after this time, seconds; null: only when logged out or requested. */
  refreshEverySecs: number | null
  /** Whether a page that shows that the session is logged out triggers the playbook. */
  refreshOnLogout: boolean
  /** Longest run, milliseconds, which is also the length of its lease. */
  runMaxMs: number
}

/** Input of `session`, the entity workflow. */
export interface SessionWorkflowInput extends SessionRef {
  /** Names the folder of its objects: successive sessions with the same id have different folders. */
  incarnation: string
  /** Registrable domain, or the exact host or address if none exists. */
  domain: string
  implicit: boolean
  ttlSecs: number
  /** null: unlimited. */
  maxUses: number | null
  tag: string[]
  playbook: PlaybookFacts
  /** Key of the initial state; null: empty. */
  stateKey: string | null
  /** Epoch milliseconds; absent: the start time of the workflow. */
  createdAtMs?: number
  /** Only after continue-as-new. */
  entity?: SessionEntity
  /** Shorter limits for tests. */
  bounds?: { expiredGraceMs?: number; historyEventsMax?: number; retryPauseMs?: number }
}

export type SessionStatus = 'registered' | 'warming' | 'ready' | 'busy' | 'expired' | 'failed'

/** Why a playbook is run. */
export type RunTrigger = 'registered' | 'replaced' | 'requested' | 'logged_out' | 'interval' | 'retry'

/** The last run of the playbook. */
export interface PlaybookRun {
  /** ISO 8601. */
  startedAt: string
  finishedAt: string | null
  outcome: 'running' | 'succeeded' | 'failed'
  trigger: RunTrigger
  /** In words without secrets; null unless it failed. */
  error: string | null
}

/** The whole state of the entity. Times are epoch milliseconds of workflow time. */
export interface SessionEntity {
  playbook: PlaybookFacts
  ttlSecs: number
  maxUses: number | null
  tag: string[]
  /** Fencing token issued last; never decreases. */
  fence: number
  lease: SessionLease | null
  stateKey: string | null
  useCount: number
  createdAtMs: number
  updatedAtMs: number
  lastUsedAtMs: number | null
  expiresAtMs: number
  /** Whether the state is usable: the playbook has run, or the session has no playbook. */
  isReady: boolean
  lastRun: PlaybookRun | null
  /** A run that starts as soon as the session is free; null: none is due. */
  dueRun: RunTrigger | null
}

export interface SessionLease {
  fence: number
  endsAtMs: number
  /** The holder, for operators: `scrape <request id>`, `crawl-... page 17`, `playbook`. */
  holder: string
  /** The playbook has been replaced during the lease: the state that the holder leaves is discarded. */
  outdated?: boolean
}

/** Update `acquire`. */
export interface AcquireSession {
  holder: string
  /** Length of the lease, milliseconds; the session is free afterwards in any case. */
  leaseMs: number
  /** How long to wait for the current holder, milliseconds; 0: no wait. */
  waitMs: number
}

export type SessionGrant =
  | {
      kind: 'granted'
      fence: number
      incarnation: string
      domain: string
      implicit: boolean
      stateKey: string | null
      playbook: PlaybookFacts
    }
  | { kind: 'busy'; retryAfterSecs: number }
  /** Its playbook fails. */
  | { kind: 'failed'; error: string }
  | { kind: 'expired' }

/** Update `release`: refused (`lost`) unless the fence is that of the current lease. */
export interface ReleaseSession {
  fence: number
  /** Key of the new state; null: unchanged. */
  stateKey: string | null
  /** True when nothing was requested under the lease, which then does not count as a use. @default false */
  unused?: boolean
}

export type ReleaseAnswer = { kind: 'released' } | { kind: 'lost' }

/** Update `relogin`: the holder of a lease has found that the session is logged out. */
export interface ReloginSession {
  fence: number
  /** New length of the lease after the playbook has run, milliseconds. */
  leaseMs: number
}

export type ReloginAnswer =
  | { kind: 'renewed'; stateKey: string | null }
  | { kind: 'failed'; error: string }
  | { kind: 'lost' }

/** Update `replace`: PUT. */
export interface ReplaceSession {
  /** Version in `If-Match`; null: any. */
  ifVersion: number | null
  ttlSecs: number
  maxUses: number | null
  tag: string[]
  /** The new playbook; its version is higher than the current one. */
  playbook: PlaybookFacts
}

export type ReplaceAnswer =
  | { kind: 'replaced'; view: SessionView }
  | { kind: 'version_mismatch'; version: number }
  | { kind: 'expired' }

/** Update `remove`. */
export interface RemoveSession {
  force: boolean
  /** Only this incarnation, not a later session with the same id; absent: the current one. */
  incarnation?: string
}

export type RemoveAnswer = { kind: 'removed' } | { kind: 'busy'; retryAfterSecs: number }

/** Update `refresh`: answered once the run has started or has been queued. */
export type RefreshAnswer = { kind: 'accepted'; view: SessionView } | { kind: 'nothing_to_run' } | { kind: 'expired' }

/** Query `view`. */
export interface SessionView extends SessionRef {
  incarnation: string
  domain: string
  implicit: boolean
  status: SessionStatus
  ttlSecs: number
  maxUses: number | null
  tag: string[]
  playbookVersion: number
  /** When the playbook is run automatically. */
  refresh: { onLogout: boolean; everySecs: number | null }
  /** ISO 8601, like all times below. */
  createdAt: string
  updatedAt: string
  lastUsedAt: string | null
  expiresAt: string
  useCount: number
  lastRun: PlaybookRun | null
}

/** Input of the `runPlaybook` activity. */
export interface RunPlaybookInput extends SessionRef {
  incarnation: string
  domain: string
  fence: number
  version: number
  /** State at the start of the run; null: none. */
  stateKey: string | null
  runMaxMs: number
}

/** Result of the `runPlaybook` activity: a failed login is an ordinary result. */
export type RunPlaybookResult = { ok: true; stateKey: string } | { ok: false; error: string }

/** Input of the `removeSession` activity, which deletes the objects of a session. */
export interface RemoveSessionInput extends SessionRef {
  incarnation: string
}

/** Activities that workers of the `control` queue run for the entity. */
export interface SessionActivities {
  runPlaybook(input: RunPlaybookInput): Promise<RunPlaybookResult>
  removeSession(input: RemoveSessionInput): Promise<void>
}
