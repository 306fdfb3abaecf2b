/** The definition of a watch as it is stored, one object per version. */
import type { JobInput } from '../tasks/job-input.ts'

export type WatchMode = 'markdown' | 'text' | 'json'

/** What of a page is compared. */
export interface WatchTrack {
  mode: WatchMode
  /** CSS selectors of elements that are no content. */
  ignoreSelectors: string[]
  /** RE2 patterns; lines that match one are left out. */
  ignorePatterns: string[]
  /** Fewer added and removed words than this are no change. */
  minChangedWords: number
}

export type WatchSchedule = { cron: string; timezone: string } | { everySecs: number }

export const watchEvents = ['run_completed', 'page_changed'] as const
export type WatchEvent = (typeof watchEvents)[number]

/** Receiver of the notices of a watch. */
export interface WatchWebhook {
  url: string
  headers: Record<string, string>
  metadata: unknown
  events: WatchEvent[]
}

/** Identifies a watch. */
export interface WatchRef {
  tenant: string
  id: string
}

/** A watch from its creation to its deletion: one that is created again under the same id is another one. */
export interface WatchLife extends WatchRef {
  /** ISO 8601. */
  createdAt: string
}

/** What a request settles of a watch and is stored as it is. */
export interface WatchPlan {
  name: string
  schedule: WatchSchedule
  jitterSecs: number
  overlap: 'skip' | 'buffer_one'
  track: WatchTrack
  keepRuns: number
  tag: string[]
  paused: boolean
}

/** `watches/<tenant>/<id>/definition-<version>.json`; the highest version is valid. */
export interface WatchDefinition extends WatchLife, WatchPlan {
  version: number
  /** The version in which the job or the rules of comparison last changed; runs before it are not compared with. */
  baseVersion: number
  /** Id of the API key that created the watch. */
  keyId: string
  updatedAt: string
  /** Whether a webhook and a mail address are sealed in `sealed`. */
  hasWebhook: boolean
  hasEmail: boolean
  /** The input of its jobs without secrets; id, request id and times are replaced in each run. */
  job: JobInput
  /** URLs of a batch; null for a crawl. */
  urls: string[] | null
  /** The request as it is shown: without secret values. */
  shown: Record<string, unknown>
  /** `WatchSecrets`, sealed for the watch. */
  sealed: string | null
  /** SHA-256 of what starts a new base; empty when it is in the sealed part. */
  baseHash: string
  /**
   * SHA-256 of the request that created the watch under an idempotency key; absent without one, or when it is in the
   * sealed part.
   */
  requestHash?: string
}

/** The sealed part of a definition. */
export interface WatchSecrets {
  /** Secrets of the job, as `takeSecrets` separates them; null when it has none. */
  job: unknown
  webhook: WatchWebhook | null
  email: string | null
  /** The request as it was given. */
  request: Record<string, unknown>
  /**
   * Hashes of the definition: a reader of the store could try short secrets with them, such as a PIN. Absent in
   * definitions of earlier releases, which have them outside of the sealed part.
   */
  baseHash?: string
  requestHash?: string
}
