/** Runs of a watch that were skipped because another one was in progress. */
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import { skippedPrefix } from '@seine/shared/watches/watch-keys.ts'

export interface SkippedRun {
  tenant: string
  watchId: string
  /** Time that the schedule named; ISO 8601. */
  nominalAt: string
}

/** Notes a skipped run; may be repeated. @throws StoreUnavailableError */
export async function noteSkippedRun(
  { store }: { store: Pick<Store, 'put'> },
  { tenant, watchId, nominalAt }: SkippedRun,
): Promise<void> {
  await store.put(`${skippedPrefix({ tenant, id: watchId })}${nominalAt}`, '')
  metrics.watchSkips.inc()
}

/** Counts the skipped runs of a watch. @throws StoreUnavailableError */
export const countSkippedRuns = async (store: Pick<Store, 'list'>, watch: WatchRef): Promise<number> =>
  (await store.list(skippedPrefix(watch))).length
