/**
 * The `finaliseJob` activity: whatever ended the run, archives of what exists and the final status.
 * Repeating it gives the same result; `status.json` is written last and says that all is done.
 */
import type { FinalStatus, JobInput } from '@seine/shared/api/job-input.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { jobOf } from '@seine/shared/storage/job-ref.ts'
import { expiryKey, runningKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import { closeFrontier, type CloseDeps } from './close-frontier.ts'
import type { JobFacts } from './manifest.ts'
import { resultWarnings } from './result-warnings.ts'
import { writeResults } from './write-results.ts'

export interface FinaliseDeps extends CloseDeps {
  retentionDays: number
}

/** @throws StoreUnavailableError, which Temporal retries. */
export async function finaliseJob(deps: FinaliseDeps, call: FinaliseInput): Promise<FinaliseResult> {
  const { store, inputs } = deps
  const job = jobOf(call)
  const input = await inputs.bare(job)
  const written = await store.getJson<FinalStatus>(statusKey(job))
  if (written === null) return resultOf(await finalStatus(deps, input, call))
  await returnTicket(store, input)
  return resultOf(written)
}

/** From now on the job does not count as running. */
async function returnTicket(store: Store, input: JobInput): Promise<void> {
  if (input.keyId !== undefined) await store.delete(await store.list(runningKey(input, input.keyId)))
}

/** Ends a job that has no final status yet. @returns the status that stands in the end. */
async function finalStatus(deps: FinaliseDeps, input: JobInput, call: FinaliseInput): Promise<FinalStatus> {
  const { store } = deps
  const state = await closeFrontier(deps, input, call)
  const facts = statusFacts(input, state, call, deps.retentionDays)
  // The mark comes before all that it is to remove, so that nothing can outlive it.
  await store.put(expiryKey(input, facts.expiresAt), '')
  const { warnings, ...results } = await writeResults(deps, { input, state, facts, outcome: call.outcome })
  const status: FinalStatus = { ...facts, ...results, warnings: [...facts.warnings, ...warnings] }
  // Before: whoever reads that the job has ended may start another at once.
  await returnTicket(store, input)
  const first = await store.putIfAbsent(statusKey(input), JSON.stringify(status))
  if (first) metrics.jobsFinished.inc({ kind: input.kind, status: status.status })
  const standing = first ? status : await store.getJson<FinalStatus>(statusKey(input))
  if (standing === null) throw new StoreUnavailableError(`object store: no status of ${input.id} stands`)
  return standing
}

const resultOf = ({ total, completed, failed }: FinalStatus): FinaliseResult => ({ total, completed, failed })

function statusFacts(
  input: JobInput,
  state: FrontierState,
  { jobId, outcome, endedAtMs }: FinaliseInput,
  retentionDays: number,
): JobFacts {
  const { total, completed, failed } = state.counters()
  return {
    id: jobId,
    kind: input.kind,
    tenant: input.tenant,
    status: outcome.status,
    url: input.url,
    limit: input.limit,
    total,
    completed,
    failed,
    createdAt: input.createdAt,
    completedAt: new Date(endedAtMs).toISOString(),
    duration: Math.max(0, (endedAtMs - Date.parse(input.createdAt)) / 1_000),
    expiresAt: new Date(endedAtMs + retentionDays * 86_400_000).toISOString(),
    error: outcome.status === 'failed' ? outcome.error : null,
    warnings: resultWarnings(input, state, outcome),
    tag: input.tag,
  }
}
