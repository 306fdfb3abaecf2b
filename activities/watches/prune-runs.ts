/**
 * The `pruneWatch` activity: deletes the runs of a watch beyond those that are kept, and texts that no kept run refers
 * to. It runs inside a run, so no other run of the watch writes meanwhile.
 */
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { runEndKey, runPrefix, textKey, textsPrefix } from '@seine/shared/watches/watch-keys.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import { longestRunMs } from '../retention/sweep-tickets.ts'
import type { WatchDeps } from './begin-run.ts'
import { dueRuns } from './due-runs.ts'
import { prunePacks } from './prune-packs.ts'
import { foldSkippedRuns } from './skipped-runs.ts'

export interface PruneDeps extends WatchDeps {
  /** Days for which results of jobs are kept. */
  retentionDays: number
}

/**
 * Returns the numbers of runs to delete: all but the newest, and never the last good one.
 * @param due runs after which something is still to be sent; they are kept.
 */
export const surplusRuns = (
  numbers: readonly number[],
  keepRuns: number,
  good: number | null,
  due: ReadonlySet<number>,
): number[] => numbers.slice(0, Math.max(0, numbers.length - keepRuns)).filter((n) => n !== good && !due.has(n))

/** Deletes what is not kept. @returns number of runs deleted. @throws StoreUnavailableError */
export async function pruneWatch(
  { store, runs, definitions, retentionDays }: PruneDeps,
  watch: WatchRef,
  nowMs: number = Date.now(),
): Promise<number> {
  const definition = await definitions.newest(watch)
  if (definition === null) return 0
  const numbers = await runs.numbers(watch)
  const ended = await runs.newestEnded(watch, numbers)
  const good = ended?.end.good ?? null
  const surplus = surplusRuns(numbers, definition.keepRuns, good, await dueRuns(store, watch, nowMs))
  for (const n of surplus) {
    // Its mark goes first: a run that is deleted in part does not count.
    await store.delete([runEndKey(watch, n)])
    await store.delete(await store.list(runPrefix(watch, n)))
  }
  if (surplus.length > 0)
    await deleteTexts(
      { store, runs },
      watch,
      numbers.filter((n) => !surplus.includes(n)),
    )
  const state = good === null ? [] : await runs.readableState(watch, good)
  // Without the state it is not known which packs are used; the next good run has one. Otherwise those go to which an
  // expired job referred, but no other one.
  if (state !== null) await prunePacks(store, watch, state, retentionDays * dayMs + longestRunMs, nowMs)
  await foldSkippedRuns(store, watch)
  return surplus.length
}

/** Deletes the texts that no kept run refers to; none while the state of a kept run is damaged. */
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
