/** The result of a slice: its summary, and the guarantee that only one result is kept. */
import { metrics } from '@seine/shared/observability/metrics.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { SliceHeartbeat, SliceSummary } from '@seine/shared/temporal/shapes.ts'
import type { PageOutcome, SlicePage, StoredSliceResult } from '@seine/shared/pages/slice-shapes.ts'

/** Counters of a slice by input lines, as in its heartbeat, and the numbers of what it stored. */
type SliceCounters = Pick<SliceHeartbeat, 'startedFirst' | 'completed' | 'failed'> & {
  segments: number
  /** Number of distinct URLs that its pages link to. */
  links: number
}

/**
 * Returns the summary of a slice.
 * @param pages pages of its list.
 */
export function sliceSummary(
  slice: number,
  pages: readonly SlicePage[],
  outcomes: readonly PageOutcome[],
  counters: SliceCounters,
): SliceSummary {
  const settled = outcomes.filter(({ kind }) => kind !== 'deferred' && kind !== 'escalated').length
  const codes = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.code] : []))
  const summary = { slice, returned: pages.length - settled, ...counters }
  if (codes.length === 0) return summary
  const failures = Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))
  return { ...summary, failures }
}

/**
 * Writes a result unless another attempt has: an attempt abandoned as stalled may still end.
 * @returns the summary of the result that is kept.
 * @throws StoreUnavailableError
 */
export async function publishResult(
  store: Store,
  job: JobRef,
  lane: Lane,
  result: StoredSliceResult,
): Promise<SliceSummary> {
  const key = sliceResultKey(job, result.slice)
  const written = await store.putIfAbsent(key, JSON.stringify(result))
  if (written) count(lane, result)
  if (written) return result.summary
  const standing = await storedResult(store, key)
  // A concurrent write failed: Temporal tries again.
  if (standing === null)
    throw new StoreUnavailableError(`object store: ${key} was written neither by this attempt nor by another`)
  // The frontier rebuilds a damaged result from its segments.
  return standing === 'damaged' ? result.summary : standing.summary
}

/**
 * Returns the summary of a slice that has already ended: its worker died before it could report it, or Temporal was
 * restored from a backup that is older than the store. Scraping it again would overwrite the segments that its result
 * names.
 * @returns null when there is no result, or a damaged one.
 * @throws StoreUnavailableError
 */
export async function endedSlice(
  store: Pick<Store, 'getJson'>,
  job: JobRef,
  slice: number,
): Promise<SliceSummary | null> {
  const stored = await storedResult(store, sliceResultKey(job, slice))
  return stored === 'damaged' ? null : (stored?.summary ?? null)
}

/** Reads the result of a slice; null if none exists. @throws StoreUnavailableError */
async function storedResult(store: Pick<Store, 'getJson'>, key: string): Promise<StoredSliceResult | 'damaged' | null> {
  try {
    return await store.getJson<StoredSliceResult>(key)
  } catch (error) {
    if (error instanceof DamagedObjectError) return 'damaged'
    throw error
  }
}

function count(lane: Lane, { outcomes }: StoredSliceResult): void {
  metrics.slices.inc({ lane })
  for (const { kind } of outcomes) metrics.pages.inc({ lane, outcome: kind === 'scraped' ? 'completed' : kind })
}
