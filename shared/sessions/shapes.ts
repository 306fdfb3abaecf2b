/**
 * Sessions, as the gateway, the workers and the entity workflow speak of them. Types only; sandbox-safe.
 * All of it is small and readable for operators: playbooks, cookies and secrets are sealed objects of
 * the store, of which nothing but keys travels.
 */
import type { SessionRef } from '../storage/session-ref.ts'

/** What the workflow needs to know of a playbook; the whole is sealed in the store. */
export interface PlaybookFacts {
  /** From 1; later with every PUT. It is the ETag. */
  version: number
  /** Whether there is something to run: a playbook with a `start_url`. */
  runs: boolean
  /** Run again after so long, seconds; null = only when logged out or asked to. */
  refreshEverySecs: number | null
  /** Whether a page that shows the session logged out makes the playbook run again. */
  refreshOnLogout: boolean
  /** Longest run, milliseconds: the lease it takes. */
  runMaxMs: number
}

/** Input of `session`, the entity workflow. */
export interface SessionWorkflowInput extends SessionRef {
  /** Names the folder of its objects: two sessions of one id, one after the other, share none. */
  incarnation: string
  /** Registrable domain, or exact host or address where there is none. */
  domain: string
  implicit: boolean
  ttlSecs: number
  /** Null = any number. */
  maxUses: number | null
  tag: string[]
  playbook: PlaybookFacts
  /** Key of the state it begins with; null = empty. */
  stateKey: string | null
  /** Epoch milliseconds; absent = when the workflow starts. */
  createdAtMs?: number
  /** Only after continue-as-new. */
  entity?: SessionEntity
  /** What tests want to see sooner than limits have it. */
  bounds?: { expiredGraceMs?: number; historyEventsMax?: number; retryPauseMs?: number }
}

export type SessionStatus = 'registered' | 'warming' | 'ready' | 'busy' | 'expired' | 'failed'

/** Why a playbook runs. */
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

/** All that the entity keeps. Times are epoch milliseconds of workflow time. */
export interface SessionEntity {
  playbook: PlaybookFacts
  ttlSecs: number
  maxUses: number | null
  tag: string[]
  /** Fencing token given out last; never decreases. */
  fence: number
  lease: SessionLease | null
  stateKey: string | null
  useCount: number
  createdAtMs: number
  updatedAtMs: number
  lastUsedAtMs: number | null
  expiresAtMs: number
  /** Whether the state is good: the playbook has run, or there is none to run. */
  isReady: boolean
  lastRun: PlaybookRun | null
  /** A run that begins once nobody has the session; null = none is due. */
  dueRun: RunTrigger | null
}

export interface SessionLease {
  fence: number
  endsAtMs: number
  /** Who has it, for operators: `scrape <request id>`, `crawl-… page 17`, `playbook`. */
  holder: string
  /** The playbook has been replaced meanwhile: the state that the holder leaves is not kept. */
  outdated?: boolean
}

/** Update `acquire`. */
export interface AcquireSession {
  holder: string
  /** How long the user may have it, milliseconds; it is free again then whatever happens. */
  leaseMs: number
  /** How long to wait for one who has it, milliseconds; 0 = not at all. */
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
  /** Its playbook does not succeed. */
  | { kind: 'failed'; error: string }
  | { kind: 'expired' }

/** Update `release`: refused (`lost`) unless the fence is that of the lease. */
export interface ReleaseSession {
  fence: number
  /** Key of the state as it is now; null = unchanged. */
  stateKey: string | null
}

export type ReleaseAnswer = { kind: 'released' } | { kind: 'lost' }

/** Update `relogin`: the holder of a lease has found the session logged out. */
export interface ReloginSession {
  fence: number
  /** New length of the lease once the playbook has run, milliseconds. */
  leaseMs: number
}

export type ReloginAnswer =
  | { kind: 'renewed'; stateKey: string | null }
  | { kind: 'failed'; error: string }
  | { kind: 'lost' }

/** Update `replace`: PUT. */
export interface ReplaceSession {
  /** What `If-Match` says; null = whatever it is. */
  ifVersion: number | null
  ttlSecs: number
  maxUses: number | null
  tag: string[]
  /** Its version is what it becomes: a later one than the current one. */
  playbook: PlaybookFacts
}

export type ReplaceAnswer =
  | { kind: 'replaced'; view: SessionView }
  | { kind: 'version_mismatch'; version: number }
  | { kind: 'expired' }

/** Update `remove`. */
export interface RemoveSession {
  force: boolean
  /** Only this one, not one of the same id that has come after it; absent = whichever there is. */
  incarnation?: string
}

export type RemoveAnswer = { kind: 'removed' } | { kind: 'busy'; retryAfterSecs: number }

/** Update `refresh`: answered once the run is under way or has been put in line. */
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
  /** When the playbook runs by itself. */
  refresh: { onLogout: boolean; everySecs: number | null }
  /** ISO 8601, like all that follow. */
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
  /** State the run begins with; null = none. */
  stateKey: string | null
  runMaxMs: number
}

/** Result of the `runPlaybook` activity: a login that does not succeed is an ordinary result. */
export type RunPlaybookResult = { ok: true; stateKey: string } | { ok: false; error: string }

/** Input of the `removeSession` activity: deletes what a session owns. */
export interface RemoveSessionInput extends SessionRef {
  incarnation: string
}

/** What the entity has done for it by workers of the `control` queue. */
export interface SessionActivities {
  runPlaybook(input: RunPlaybookInput): Promise<RunPlaybookResult>
  removeSession(input: RemoveSessionInput): Promise<void>
}
