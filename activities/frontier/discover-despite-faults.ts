/** `discoverSitemaps` as Temporal calls it: leaves out sitemaps that make it fail repeatedly. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { jobOf } from '@seine/shared/storage/job-ref.ts'
import { discoveryKey } from '@seine/shared/storage/object-keys.ts'
import type { DiscoverInput } from '@seine/shared/temporal/shapes.ts'
import { wayAfter } from '../faults/counted-attempts.ts'
import { despiteFaults, type ActivityAttemptOptions } from '../faults/repeated-fault.ts'
import { discoverSitemaps, type DiscoverDeps, type DiscoveryList } from './discover-sitemaps.ts'

const noSitemaps: DiscoveryList = {
  urls: [],
  sources: [],
  warnings: [
    'the sitemaps of the site could not be read because of a fault of the service; only links of pages are followed',
  ],
}

/**
 * Reads the sitemaps of a job.
 * @param options `faults`: earlier attempts that killed their worker or failed for an unknown reason; the
 *   others: see `despiteFaults`.
 * @returns the number of URLs found; 0 when reading fails repeatedly.
 * @throws ApplicationFailure (non-retryable) when the secrets of the job cannot be opened; SealError when another worker
 *   may be able to open them; StoreUnavailableError; the reason of the signal.
 */
export async function discoverDespiteFaults(
  deps: DiscoverDeps & { logger: Pick<Logger, 'warn'> },
  call: DiscoverInput,
  signal: AbortSignal,
  { faults = 0, ...options }: { faults?: number } & ActivityAttemptOptions = {},
): Promise<number> {
  const ways = {
    read: () => discoverSitemaps(deps, call, signal),
    leaveOut: async () => {
      await deps.store.putIfAbsent(discoveryKey(jobOf(call)), JSON.stringify(noSitemaps))
      return 0
    },
  }
  const first = wayAfter(faults, ['read', 'leaveOut'] as const, 'discoverSitemaps')
  if (faults > 0) deps.logger.warn({ jobId: call.jobId, way: first, faults }, 'reading sitemaps has failed before')
  return await despiteFaults<number, keyof typeof ways>(first, (way) => ways[way](), {
    activity: 'discoverSitemaps',
    // No page of a job whose secrets cannot be opened can be loaded: the job ends, and names the reason.
    instead: (error, way) => (way === 'read' && !(error instanceof SealError) ? 'leaveOut' : null),
    report: (error) => deps.logger.warn({ jobId: call.jobId, err: error }, 'sitemaps fail repeatedly'),
    ...options,
  })
}
