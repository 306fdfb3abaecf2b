/** Runs of a watch as they are stored. */
import type { StoredVersion } from '../pages/stored-page.ts'

export type WatchTrigger = 'schedule' | 'manual'

/** The verdict on a page. */
export const pageStates = ['new', 'changed', 'same', 'removed', 'failed'] as const
export type PageState = (typeof pageStates)[number]

export type StateCounts = Record<PageState, number>

/** Returns counts of zero for every state. */
export const noCounts = (): StateCounts => ({ new: 0, changed: 0, same: 0, removed: 0, failed: 0 })

/** `runs/<n>/input.json`: written when a run begins. */
export interface RunStart {
  n: number
  runId: string
  jobId: string
  trigger: WatchTrigger
  /** Time that the schedule named, or of the request; ISO 8601. */
  nominalAt: string
  startedAt: string
  /** Version of the definition that the run uses. */
  version: number
  baseVersion: number
  /** Number of the run whose state this run compares with; null if none exists. */
  base: number | null
}

/** `runs/<n>/done.json`: written last; a run without it is unfinished, and its other objects do not count. */
export interface RunEnd {
  status: 'completed' | 'failed' | 'cancelled'
  endedAt: string
  counts: StateCounts
  /** Number of the run whose state is the last good one after this run; null if none exists. */
  good: number | null
  /** Version of the rules of that state. */
  goodBaseVersion: number | null
  /** Number of objects with verdicts. */
  chunks: number
  /** True when there was no state to compare with. */
  isFirst: boolean
  error: string | null
  warnings: string[]
  /** Number of objects of the index of stored pages; absent: it has none. */
  buckets?: number
  /** Hosts whose validators stayed the same while a page changed: they are not used there. Absent: none. */
  plainHosts?: string[]
  /** Number of the last completed run that requested all pages unconditionally; absent: none. */
  plainAt?: number
}

/** A line of `runs/<n>/state.ndjson.zst`: the last good version of a page. */
export interface PageVersion {
  url: string
  finalUrl: string | null
  title: string | null
  /** SHA-256 of the compared text. */
  hash: string
  /** Run in which this text was seen last, and when. */
  runId: string
  at: string
  /** Hashes of earlier texts, the newest first. */
  earlier: string[]
  /** The outputs of the page and the answer that they were made from; absent when they are not stored. */
  stored?: StoredVersion
}

/** A verdict, as it is stored and listed. */
export interface PageVerdict {
  url: string
  final_url: string | null
  state: PageState
  reason: string | null
  title: string | null
  previous_run_id: string | null
  previous_at: string | null
  words_added: number
  words_removed: number
  diff: string | null
  diff_truncated: boolean
  json_patch: unknown[] | null
  /** True when the page returned to one of its earlier texts. */
  flapping: boolean
}

/** A run as callers see it. */
export interface RunView {
  run_id: string
  job_id: string
  trigger: WatchTrigger
  status: 'running' | RunEnd['status']
  started_at: string
  ended_at: string | null
  counts: StateCounts
  error: string | null
  warnings: string[]
}

/** Returns the end of a run that was ended from outside: later runs exist, and it never stored its end. */
export const lostEnd = ({ startedAt }: RunStart): RunEnd => ({
  status: 'failed',
  endedAt: startedAt,
  counts: noCounts(),
  good: null,
  goodBaseVersion: null,
  chunks: 0,
  isFirst: false,
  error: 'the run was ended before it stored its result',
  warnings: [],
})

/** Returns a run as callers see it. */
export const runView = (start: RunStart, end: RunEnd | null): RunView => ({
  run_id: start.runId,
  job_id: start.jobId,
  trigger: start.trigger,
  status: end?.status ?? 'running',
  started_at: start.startedAt,
  ended_at: end?.endedAt ?? null,
  counts: end?.counts ?? noCounts(),
  error: end?.error ?? null,
  warnings: end?.warnings ?? [],
})
