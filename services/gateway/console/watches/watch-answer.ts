/** Answers of the watch routes, with the members that the console uses. */
import type { PageState, RunView } from '@seine/shared/watches/runs.ts'

export interface WatchAnswer {
  watch_id: string
  version: number
  status: 'active' | 'paused'
  next_run_at: string | null
  last_run: RunView | null
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

export const changeStates: readonly PageState[] = ['new', 'changed', 'removed', 'failed', 'same']
