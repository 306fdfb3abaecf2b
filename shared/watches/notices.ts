/** The notices of a run: one for each page that changed, then one for the run. The same every time they are sent. */
import type { WatchDefinition, WatchEvent } from './definition.ts'
import type { PageVerdict, RunEnd, RunStart } from './runs.ts'
import { noticeIdOf } from './watch-ids.ts'

/** Body of a call. */
export interface WatchNotice {
  type: `watch.${WatchEvent}`
  timestamp: string
  /** Id of the watch. */
  id: string
  event_id: string
  /** Position among the notices of the run, from 1. */
  sequence: number
  success: boolean
  data: Record<string, unknown>
  metadata: unknown
}

/** The run whose notices are built. */
export interface NoticedRun {
  definition: Pick<WatchDefinition, 'id' | 'name'>
  start: RunStart
  end: RunEnd
  metadata: unknown
}

/** States of pages about which a notice of their own is sent. */
const toldStates: ReadonlySet<string> = new Set(['new', 'changed', 'removed'])

/** Returns whether a verdict has a notice of its own; in the first run with a definition, none has. */
export const isToldAlone = (verdict: Pick<PageVerdict, 'state'>, { isFirst }: Pick<RunEnd, 'isFirst'>): boolean =>
  !isFirst && toldStates.has(verdict.state)

const changesPath = ({ definition, start }: NoticedRun): string =>
  `/watches/${definition.id}/runs/${start.runId}/changes`

/** Returns the notice of a changed page. */
export function pageNotice(run: NoticedRun, verdict: PageVerdict, sequence: number): WatchNotice {
  const { start, end, definition, metadata } = run
  const { url, final_url, state, reason, title, words_added, words_removed, flapping } = verdict
  return {
    type: 'watch.page_changed',
    timestamp: end.endedAt,
    id: definition.id,
    event_id: noticeIdOf(start.runId, 'page_changed', url),
    sequence,
    success: true,
    data: {
      run_id: start.runId,
      job_id: start.jobId,
      name: definition.name,
      url,
      final_url,
      state,
      reason,
      title,
      words_added,
      words_removed,
      flapping,
      changes_url: changesPath(run),
    },
    metadata,
  }
}

/** Returns the notice of a run. */
export function runNotice(run: NoticedRun, sequence: number): WatchNotice {
  const { start, end, definition, metadata } = run
  return {
    type: 'watch.run_completed',
    timestamp: end.endedAt,
    id: definition.id,
    event_id: noticeIdOf(start.runId, 'run_completed'),
    sequence,
    success: end.status === 'completed',
    data: {
      run_id: start.runId,
      job_id: start.jobId,
      name: definition.name,
      trigger: start.trigger,
      status: end.status,
      first: end.isFirst,
      started_at: start.startedAt,
      ended_at: end.endedAt,
      counts: end.counts,
      error: end.error,
      warnings: end.warnings,
      changes_url: changesPath(run),
    },
    metadata,
  }
}
