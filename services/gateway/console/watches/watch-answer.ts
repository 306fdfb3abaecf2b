/** Answers of the watch routes, with the members that the console uses. */

export type RunStatus = 'running' | 'completed' | 'failed' | 'cancelled'

export interface RunCounts {
  new: number
  changed: number
  removed: number
  same: number
  failed: number
}

export interface ShownRun {
  run_id: string
  job_id: string
  trigger: 'schedule' | 'manual'
  status: RunStatus
  started_at: string
  ended_at: string | null
  counts: RunCounts
  error: string | null
  warnings: string[]
}

export interface ShownWatch {
  watch_id: string
  version: number
  status: 'active' | 'paused'
  next_run_at: string | null
  last_run: ShownRun | null
  skipped_runs: number
  name: string
  crawl?: Readonly<Record<string, unknown>>
  batch?: Readonly<Record<string, unknown>>
  schedule: { cron?: string; timezone?: string; every_seconds?: number }
  tag: string[]
  paused: boolean
  /** Other members of the definition, which are sent back unchanged. */
  [member: string]: unknown
}

export type ChangeState = 'new' | 'changed' | 'same' | 'removed' | 'failed'
export const changeStates: readonly ChangeState[] = ['new', 'changed', 'removed', 'failed', 'same']

export interface ShownChange {
  url: string
  final_url: string | null
  state: ChangeState
  reason: string | null
  title: string | null
  previous_run_id: string | null
  previous_at: string | null
  words_added: number
  words_removed: number
  diff: string | null
  diff_truncated: boolean
  json_patch: unknown[] | null
  flapping: boolean
}
