/** Deletes packs of stored pages that neither the last good state of a watch nor a job that is still kept refers to. */
import { readableJson } from '@seine/shared/storage/damaged-object.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import type { PageVersion } from '@seine/shared/watches/runs.ts'
import { packsPrefix, unusedPacksKey, watchPrefix } from '@seine/shared/watches/watch-keys.ts'

/** Since when packs are unused, epoch milliseconds, by key. */
type UnusedPacks = Record<string, number>

/**
 * Deletes packs that have been unused for as long as a job is kept.
 * @param versions the last good state.
 * @param keptMs time for which jobs are kept, counted from their start, milliseconds.
 * @returns number of packs deleted.
 * @throws StoreUnavailableError
 */
export async function prunePacks(
  store: Store,
  watch: WatchRef,
  versions: readonly Pick<PageVersion, 'stored'>[],
  keptMs: number,
  nowMs: number,
): Promise<number> {
  const used = new Set(versions.map(({ stored }) => stored?.pack))
  const packs = await store.list(packsPrefix(watch))
  const unused = packs.filter((pack) => !used.has(pack))
  const before = (await readableJson<UnusedPacks>(store, unusedPacksKey(watch))) ?? {}
  const since = (pack: string): number => before[pack] ?? nowMs
  const due = unused.filter((pack) => since(pack) + keptMs <= nowMs)
  const after = Object.fromEntries(
    unused.filter((pack) => !due.includes(pack)).map((pack): [string, number] => [pack, since(pack)]),
  )
  await store.delete(due)
  const text = JSON.stringify(after)
  if (text !== JSON.stringify(before)) await store.put(unusedPacksKey(watch), text)
  return due.length
}

/** Deletes the objects of a deleted watch, except packs that its jobs may refer to. */
export async function deleteAllButPacks(store: Store, watch: WatchRef): Promise<void> {
  const keys = await store.list(watchPrefix(watch))
  await store.delete(keys.filter((key) => !key.startsWith(packsPrefix(watch))))
}
