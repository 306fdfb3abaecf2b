/**
 * Runs after which notices or a mail are still to be sent. They are kept beyond `keep_runs`, within limits: what is sent
 * is made from them.
 */
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import { dueKey, duePrefix, dueRunOf, type DueKind } from '@seine/shared/watches/watch-keys.ts'

/** An ended run. */
export interface DueRun {
  n: number
  /** ISO 8601. */
  endedAt: string
}

/** Marks a run as due; may be repeated. @throws StoreUnavailableError */
export async function markDue(
  store: Pick<Store, 'put'>,
  watch: WatchRef,
  { n, endedAt }: DueRun,
  kinds: readonly DueKind[],
): Promise<void> {
  for (const kind of kinds) await store.put(dueKey(watch, n, endedAt, kind), '')
}

/** Removes the mark of a run: its notices or its mail have been sent, or are given up. @throws StoreUnavailableError */
export async function markSent(
  store: Pick<Store, 'delete'>,
  watch: WatchRef,
  { n, endedAt }: DueRun,
  kind: DueKind,
): Promise<void> {
  await store.delete([dueKey(watch, n, endedAt, kind)])
}

/**
 * Returns the marks of the runs that are due, by the numbers of the runs. Marks of runs that ended too long ago are
 * deleted.
 * @throws StoreUnavailableError
 */
export async function dueRuns(
  store: Pick<Store, 'list' | 'delete'>,
  watch: WatchRef,
  nowMs: number,
): Promise<ReadonlyMap<number, string[]>> {
  const due = new Map<number, string[]>()
  const late: string[] = []
  for (const key of await store.list(duePrefix(watch))) {
    const { n, endedAtMs } = dueRunOf(watch, key)
    if (endedAtMs + watchLimits.dueKeptMs > nowMs) due.set(n, [...(due.get(n) ?? []), key])
    else late.push(key)
  }
  if (late.length > 0) await store.delete(late)
  return due
}
