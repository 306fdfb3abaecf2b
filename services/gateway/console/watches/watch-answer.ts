/** What the watch routes answer, as far as the console shows it. */
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
  /** The other members of the definition, which go back as they came. */
  [member: string]: unknown
}

export const changeStates: readonly PageState[] = ['new', 'changed', 'removed', 'failed', 'same']
