/**
 * The `pruneWatch` activity: deletes the runs of a watch beyond those that are kept or still due, and texts and packs
 * that are no longer needed; folds the marks of skipped runs, and counts those that the schedule has skipped meanwhile.
 * It runs inside a run, so no other run of the watch writes meanwhile.
 */
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { runEndKey, runPrefix, textKey, textsPrefix } from '@seine/shared/watches/watch-keys.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import { longestRunMs } from '../retention/sweep-tickets.ts'
import type { WatchDeps } from './begin-run.ts'
import { dueRuns } from './due-runs.ts'
import { prunePacks } from './prune-packs.ts'
import { countScheduleSkips, foldSkippedRuns, type WatchSchedules } from './skipped-runs.ts'

export interface PruneDeps extends WatchDeps {
  schedules: WatchSchedules
  logger: Pick<Logger, 'warn'>
  /** Days for which results of jobs are kept. */
  retentionDays: number
}

/** Runs beyond `keep_runs`, the oldest first. */
interface OldRuns {
  /** Those to delete. */
  surplus: number[]
  /** Those that are kept because something is still to be sent after them. */
  waiting: number[]
}

/**
 * Returns which runs beyond the newest are deleted; the last good one never is.
 * @param due runs after which something is still to be sent; so many of them are kept, the newest.
 */
function oldRunsOf(
  numbers: readonly number[],
  keepRuns: number,
  good: number | null,
  due: ReadonlyMap<number, unknown>,
): OldRuns {
  const old = numbers.slice(0, Math.max(0, numbers.length - keepRuns)).filter((n) => n !== good)
  const waiting = old.filter((n) => due.has(n)).slice(-watchLimits.dueRunsMax)
  const kept = new Set(waiting)
  return { surplus: old.filter((n) => !kept.has(n)), waiting }
}

/** Deletes what is not kept. @returns number of runs deleted. @throws StoreUnavailableError */
export async function pruneWatch(
  { store, runs, definitions, schedules, retentionDays, logger }: PruneDeps,
  watch: WatchRef,
  nowMs: number = Date.now(),
): Promise<number> {
  const definition = await definitions.newest(watch)
  if (definition === null) return 0
  const numbers = await runs.numbers(watch)
  await countScheduleSkips({ store, schedules, logger }, watch, numbers.at(-1) === 1)
  const ended = await runs.newestEnded(watch, numbers)
  const good = ended?.end.good ?? null
  const due = await dueRuns(store, watch, nowMs)
  const { surplus, waiting } = oldRunsOf(numbers, definition.keepRuns, good, due)
  const givenUp = surplus.filter((n) => due.has(n))
  if (givenUp.length > 0)
    logger.warn(
      { watchId: watch.id, runs: givenUp },
      'too many runs wait for their notices or mails; old ones are deleted',
    )
  for (const n of surplus) {
    // Its mark goes first: a run that is deleted in part does not count.
    await store.delete([runEndKey(watch, n)])
    await store.delete(await store.list(runPrefix(watch, n)))
    await store.delete(due.get(n) ?? [])
  }
  if (surplus.length > 0) {
    // Their changes, of which notices are made, are kept anyway. The states of very many runs take long to read, and the
    // next run of the watch waits for it.
    const without = new Set(waiting.length > watchLimits.dueRunsWithTextsMax ? [...surplus, ...waiting] : surplus)
    const kept = numbers.filter((n) => !without.has(n))
    await deleteTexts({ store, runs }, watch, kept)
  }
  const state = good === null ? [] : await runs.readableState(watch, good)
  // Without the state it is not known which packs are used; the next good run has one. Otherwise those go to which an
  // expired job referred, but no other one.
  if (state !== null) await prunePacks(store, watch, state, retentionDays * dayMs + longestRunMs, nowMs)
  await foldSkippedRuns(store, watch)
  return surplus.length
}

/** Deletes the texts to which none of the given runs refers; none while the state of one of them is damaged. */
async function deleteTexts(
  { store, runs }: Pick<WatchDeps, 'store' | 'runs'>,
  watch: WatchRef,
  kept: readonly number[],
): Promise<void> {
  const used = new Set<string>()
  for (const n of kept) {
    // Runs that failed have no state.
    const state = await runs.state(watch, n).catch(nullWhenDamaged)
    if (state === null) return
    for (const { hash } of state) used.add(textKey(watch, hash))
  }
  const texts = await store.list(textsPrefix(watch))
  await store.delete(texts.filter((key) => !used.has(key)))
}
