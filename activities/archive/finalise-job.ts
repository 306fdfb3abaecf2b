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
import { batchLedgerLines, batchLines } from './batch-lines.ts'
import { closeFrontier, type CloseDeps } from './close-frontier.ts'
import { writeLedger } from './ledger-chunks.ts'
import { ledgerLines } from './ledger.ts'
import type { JobFacts } from './manifest.ts'
import { resultWarnings } from './result-warnings.ts'
import { writeBatchArchives } from './write-batch-archives.ts'
import { writeCrawlArchives } from './write-crawl-archives.ts'

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
  const results = await writeResults(deps, input, state, facts, call)
  const status: FinalStatus = { ...facts, ...results }
  // Before: whoever reads that the job has ended may start another at once.
  await returnTicket(store, input)
  const first = await store.putIfAbsent(statusKey(input), JSON.stringify(status))
  if (first) metrics.jobsFinished.inc({ kind: input.kind, status: status.status })
  const standing = first ? status : await store.getJson<FinalStatus>(statusKey(input))
  if (standing === null) throw new StoreUnavailableError(`object store: no status of ${input.id} stands`)
  return standing
}

const resultOf = ({ total, completed, failed }: FinalStatus): FinaliseResult => ({ total, completed, failed })

/** Archives where there is something in them, and the ledger in any case. */
async function writeResults(
  { store, inputs }: FinaliseDeps,
  input: JobInput,
  state: FrontierState,
  facts: JobFacts,
  { outcome }: FinaliseInput,
): Promise<Pick<FinalStatus, 'archives' | 'ledgerChunks'>> {
  const wanted = outcome.status === 'completed' || facts.total > 0
  if (input.kind === 'crawl') {
    const ledgerChunks = await writeLedger(store, input, ledgerLines(state))
    return { ledgerChunks, archives: wanted ? await writeCrawlArchives(store, input, state, facts) : {} }
  }
  const lines = batchLines(input, (await inputs.batchList(input)).urls)
  const ledgerChunks = await writeLedger(store, input, batchLedgerLines(state, lines, 'cancelled'))
  return { ledgerChunks, archives: wanted ? await writeBatchArchives(store, input, state, lines, outcome) : {} }
}

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
