/** Runs of a watch that were skipped: another one was in progress, or their key had no place for a job. */
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import {
  scheduleSkipsKey,
  skippedCountKey,
  skippedCountOf,
  skippedPrefix,
  skippedRunKey,
} from '@seine/shared/watches/watch-keys.ts'

export interface SkippedRun {
  tenant: string
  watchId: string
  /** Time that the schedule named; ISO 8601. */
  nominalAt: string
}

/** Schedules of watches. */
export interface WatchSchedules {
  /** Returns how many runs the schedule of a watch has ever skipped; null when this is not known. Never rejects. */
  skippedRuns(watch: WatchRef): Promise<number | null>
}

const whyUsual = 'another run was in progress'

function report(logger: Pick<Logger, 'warn'>, watchId: string, skipped: number, why: string): void {
  metrics.watchSkips.inc(skipped)
  logger.warn({ watchId, skipped }, `scheduled runs of a watch were skipped: ${why}`)
}

/** Notes a skipped run; may be repeated. @param why for the log. @throws StoreUnavailableError */
export async function noteSkippedRun(
  { store, logger }: { store: Pick<Store, 'put'>; logger: Pick<Logger, 'warn'> },
  { tenant, watchId, nominalAt }: SkippedRun,
  why: string = whyUsual,
): Promise<void> {
  await store.put(skippedRunKey({ tenant, id: watchId }, nominalAt), '')
  report(logger, watchId, 1, why)
}

/**
 * Counts in the metrics the runs that the schedule itself has skipped since the last call: while a scheduled run is in
 * progress, Temporal starts nothing that could note them. Only one call at a time per watch; may be repeated.
 * @param isFirstRun whether no run of the watch came before; otherwise a count that was never stored is not zero: an
 *   earlier release ran the watch and counted nothing.
 * @throws StoreUnavailableError
 */
export async function countScheduleSkips(
  {
    store,
    schedules,
    logger,
  }: { store: Pick<Store, 'getJson' | 'put'>; schedules: WatchSchedules; logger: Pick<Logger, 'warn'> },
  watch: WatchRef,
  isFirstRun: boolean,
): Promise<void> {
  const count = await schedules.skippedRuns(watch)
  if (count === null) return
  const key = scheduleSkipsKey(watch)
  const stored = (await store.getJson<{ count: number }>(key).catch(nullWhenDamaged))?.count ?? null
  if (count === stored) return
  await store.put(key, JSON.stringify({ count }))
  const before = stored ?? (isFirstRun ? 0 : count)
  if (count === before) return
  // A schedule that was created again counts from zero.
  report(logger, watch.id, count > before ? count - before : count, whyUsual)
}

interface SkippedRuns {
  /** Earlier runs, whose marks no longer count. */
  earlier: number
  /** Marks of the other runs, in the order of their times. */
  marks: string[]
  /** Keys that no longer count. */
  surplus: string[]
}

async function skippedRuns(store: Pick<Store, 'list'>, watch: WatchRef): Promise<SkippedRuns> {
  const keys = await store.list(skippedPrefix(watch))
  const counts = keys.flatMap((key) => {
    const found = skippedCountOf(watch, key)
    return found === null ? [] : [{ ...found, key }]
  })
  // While a count is being replaced, both exist; the one that reaches further counts.
  const last = counts.toSorted((a, b) => (a.until < b.until ? -1 : 1)).at(-1)
  const until = last === undefined ? '' : skippedRunKey(watch, last.until)
  const marks: string[] = []
  const surplus: string[] = []
  // Counts are listed before all marks.
  for (const key of keys) {
    if (key > until) marks.push(key)
    else if (key !== last?.key) surplus.push(key)
  }
  return { earlier: last?.count ?? 0, marks, surplus }
}

/** Counts the skipped runs of a watch that its schedule does not know of. @throws StoreUnavailableError */
export async function countSkippedRuns(store: Pick<Store, 'list'>, watch: WatchRef): Promise<number> {
  const { earlier, marks } = await skippedRuns(store, watch)
  return earlier + marks.length
}

/**
 * Replaces marks of skipped runs by a count when there are many: each request for the watch lists them. The newest half
 * stays, as the run of one of them may be noted after that of a later one. Only one call at a time per watch; may be
 * repeated.
 * @throws StoreUnavailableError
 */
export async function foldSkippedRuns(store: Pick<Store, 'list' | 'put' | 'delete'>, watch: WatchRef): Promise<void> {
  const before = await skippedRuns(store, watch)
  if (before.marks.length > watchLimits.skippedMarksMax) {
    const folded = before.marks.slice(0, -Math.floor(watchLimits.skippedMarksMax / 2))
    const until = folded.at(-1)!.slice(skippedPrefix(watch).length)
    await store.put(skippedCountKey(watch, before.earlier + folded.length, until), '')
  } else if (before.surplus.length === 0) return
  await store.delete((await skippedRuns(store, watch)).surplus)
}
