/**
 * The `finaliseJob` activity: whatever ended the run, archives of what exists and the final status.
 * Repeating it gives the same result; `status.json` is written last and says that all is done.
 */
import type { CrawlJobInput, FinalStatus } from '@seine/shared/api/job-input.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import type { GenerationStore } from '../frontier/generation-store.ts'
import type { JobInputs } from '../job-inputs.ts'
import { absorbLeases } from './absorb-leases.ts'
import { closeEntries } from './ledger.ts'
import { writeArchives } from './write-archives.ts'

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
  const options = { ignoreQueryParameters: input.ignoreQueryParameters, limit: input.limit }
  const generation = await generations.lastGeneration(call.jobId)
  const state = await generations.load(call.jobId, generation, options, input.url)
  await absorbLeases(store, call.jobId, input, state, call.endedAtMs)
  closeEntries(state, call.outcome)
  const facts = statusFacts(input, state, call, deps.retentionDays)
  const wanted = call.outcome.status === 'completed' || facts.total > 0
  const status: FinalStatus = { ...facts, archives: wanted ? await writeArchives(store, input, state, facts) : {} }
  const first = await store.putIfAbsent(statusKey(call.jobId), JSON.stringify(status))
  const standing = first ? status : await store.getJson<FinalStatus>(statusKey(call.jobId))
  if (standing === null) throw new StoreUnavailableError(`object store: no status of ${call.jobId} stands`)
  return resultOf(standing)
}

const resultOf = ({ total, completed, failed }: FinalStatus): FinaliseResult => ({ total, completed, failed })

function statusFacts(
  input: CrawlJobInput,
  state: FrontierState,
  { jobId, outcome, endedAtMs }: FinaliseInput,
  retentionDays: number,
): Omit<FinalStatus, 'archives'> {
  const { total, completed, failed } = state.counters()
  const allFailed = outcome.status === 'completed' && completed === 0 && failed > 0
  return {
    id: jobId,
    kind: 'crawl',
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
    warnings: allFailed ? [...state.warnings, 'every page of the crawl failed'] : state.warnings,
  }
}
