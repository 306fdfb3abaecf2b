/**
 * The `finaliseJob` activity: whatever ended the run, archives of what exists and the final status.
 * Repeating it gives the same result; `status.json` is written last and says that all is done.
 */
import type { BatchUrls, FinalStatus, JobInput } from '@seine/shared/api/job-input.ts'
import { batchUrlsKey, expiryKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import type { GenerationStore } from '../frontier/generation-store.ts'
import type { JobInputs } from '../job-inputs.ts'
import { absorbLeases } from './absorb-leases.ts'
import { batchLedgerLines, batchLines } from './batch-lines.ts'
import { closeEntries } from './close-entries.ts'
import { writeLedger } from './ledger-chunks.ts'
import { ledgerLines } from './ledger.ts'
import type { JobFacts } from './manifest.ts'
import { resultWarnings } from './result-warnings.ts'
import { writeBatchArchives } from './write-batch-archives.ts'
import { writeCrawlArchives } from './write-crawl-archives.ts'

export interface FinaliseDeps {
  store: Store
  inputs: JobInputs
  generations: GenerationStore
  retentionDays: number
}

/** @throws StoreUnavailableError, which Temporal retries. */
export async function finaliseJob(deps: FinaliseDeps, call: FinaliseInput): Promise<FinaliseResult> {
  const { store, inputs, generations } = deps
  const written = await store.getJson<FinalStatus>(statusKey(call.jobId))
  if (written !== null) return resultOf(written)
  const input = await inputs.get(call.jobId)
  const state = await generations.load(call.jobId, await generations.lastGeneration(call.jobId), input)
  await absorbLeases(store, call.jobId, input, state, call.endedAtMs)
  await closeEntries(state, call.outcome)
  const facts = statusFacts(input, state, call, deps.retentionDays)
  // The mark comes before all that it is to remove, so that nothing can outlive it.
  await store.put(expiryKey(call.jobId, facts.expiresAt), '')
  const results = await writeResults(store, input, state, facts, call)
  const status: FinalStatus = { ...facts, ...results }
  const first = await store.putIfAbsent(statusKey(call.jobId), JSON.stringify(status))
  const standing = first ? status : await store.getJson<FinalStatus>(statusKey(call.jobId))
  if (standing === null) throw new StoreUnavailableError(`object store: no status of ${call.jobId} stands`)
  return resultOf(standing)
}

const resultOf = ({ total, completed, failed }: FinalStatus): FinaliseResult => ({ total, completed, failed })

/** Archives where there is something in them, and the ledger in any case. */
async function writeResults(
  store: Store,
  input: JobInput,
  state: FrontierState,
  facts: JobFacts,
  { outcome }: FinaliseInput,
): Promise<Pick<FinalStatus, 'archives' | 'ledgerChunks'>> {
  const wanted = outcome.status === 'completed' || facts.total > 0
  if (input.kind === 'crawl') {
    const ledgerChunks = await writeLedger(store, input.id, ledgerLines(state))
    return { ledgerChunks, archives: wanted ? await writeCrawlArchives(store, input, state, facts) : {} }
  }
  const lines = batchLines(input, (await store.getJson<BatchUrls>(batchUrlsKey(input.id))) ?? [])
  const ledgerChunks = await writeLedger(store, input.id, batchLedgerLines(state, lines, 'cancelled'))
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
