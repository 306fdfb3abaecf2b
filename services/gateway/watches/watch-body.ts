/** Answers about watches, from their definitions. */
import type { WatchDefinition, WatchSchedule } from '@seine/shared/watches/definition.ts'
import { runView, type RunView } from '@seine/shared/watches/runs.ts'
import type { StoredRun } from '@seine/activities/watches/run-store.ts'
import type { ScheduleView } from './watch-engine.ts'

/** A watch with what is not in its definition. */
export interface KnownWatch {
  definition: WatchDefinition
  /** Null when it has no schedule, or the schedule is not known. */
  schedule: ScheduleView | null
  /** Skipped runs that the schedule does not know of. */
  skipped: number
  lastRun: StoredRun | null
}

const shownSchedule = (schedule: WatchSchedule) =>
  'cron' in schedule ? { cron: schedule.cron, timezone: schedule.timezone } : { every_seconds: schedule.everySecs }

/** Returns a watch as lists show it: without the request of its job. */
export function watchEntry({ definition, schedule, skipped, lastRun }: KnownWatch) {
  const { track, shown } = definition
  const lastView: RunView | null = lastRun === null ? null : runView(lastRun.start, lastRun.end)
  return {
    watch_id: definition.id,
    version: definition.version,
    status: definition.paused ? 'paused' : 'active',
    next_run_at: definition.paused ? null : (schedule?.nextAt?.toISOString() ?? null),
    created_at: definition.createdAt,
    updated_at: definition.updatedAt,
    last_run: lastView,
    skipped_runs: (schedule?.skipped ?? 0) + skipped,
    name: definition.name,
    schedule: shownSchedule(definition.schedule),
    jitter_seconds: definition.jitterSecs,
    overlap: definition.overlap,
    track: {
      mode: track.mode,
      ignore_selectors: track.ignoreSelectors,
      ignore_patterns: track.ignorePatterns,
      min_changed_words: track.minChangedWords,
    },
    keep_runs: definition.keepRuns,
    webhook: shown['webhook'] ?? null,
    email: shown['email'] ?? null,
    tag: definition.tag,
    paused: definition.paused,
  }
}

/** Returns a watch with the request of its job, without secret values. */
export function watchBody(known: KnownWatch) {
  const { crawl, batch } = known.definition.shown
  return { ...watchEntry(known), ...(crawl == null ? { batch } : { crawl }) }
}
