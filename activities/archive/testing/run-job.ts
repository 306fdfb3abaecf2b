/** Runs a job without network or Temporal: the real frontier and the real slices over a fake web. */
import type { BatchUrls, JobInput } from '@seine/shared/tasks/job-input.ts'
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { batchUrlsKey, discoveryKey, inputKey } from '@seine/shared/storage/object-keys.ts'
import type { FinaliseResult, RunOutcome, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { advanceFrontier, type AdvanceDeps } from '../../frontier/advance-frontier.ts'
import { GenerationStore } from '../../frontier/state/generation-store.ts'
import { NoteCheck } from '../../frontier/testing/note-check.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { PageBrowser } from '@seine/shared/pages/page.ts'
import { scrapeSlice } from '../../slice/scrape-slice.ts'
import type { SliceDeps } from '../../slice/slice-deps.ts'
import { SliceResources } from '../../slice/slice-resources.ts'
import { inTurns } from '@seine/shared/lifecycle/in-turns.ts'
import { FakeWeb, fakeExtractor, fakeRobots, type FakeAnswer } from '../../page/testing/fake-web.ts'
import { SpoolSpace } from '../files/spool-space.ts'
import { finaliseJob, type FinaliseDeps } from '../finalise-job.ts'

export const endedAtMs = Date.parse('2026-01-01T00:01:40Z')

export interface RunOptions {
  /** URL list of a batch. */
  urls?: BatchUrls
  /** Stops after this many generations have been merged, with the slices of the next one leased but not run. */
  generations?: number
  /** Browser for pages of the browser lane. */
  browser?: PageBrowser | null
  /** HTTP client. @default the fake web */
  egress?: EgressClient
  /** Store in which the job runs. @default a new one */
  store?: MemoryStore
  /** Goes on with a job whose objects are in the store: its last generation, and the slices leased by it. */
  continued?: { generation: number; leased: SliceTask[] }
}

/** A job that has run, to its end or partly. */
export interface RunJob extends JobRef {
  store: MemoryStore
  deps: SliceDeps & FinaliseDeps & AdvanceDeps
  web: FakeWeb
  /** Slices of the last generation. */
  leased: SliceTask[]
  runSlice(task: SliceTask): Promise<void>
  finalise(outcome: RunOutcome): Promise<FinaliseResult>
  /** Notes of its pages, once it has been finalised. */
  notes(): Promise<PageNote[]>
}

/** Runs a job for some generations and leaves it in that state. */
export async function runJob(
  job: JobInput,
  answer: (url: string, headers: Record<string, string>) => FakeAnswer,
  { urls = [], generations = 1_000, browser = null, egress, store = new MemoryStore(), continued }: RunOptions = {},
): Promise<RunJob> {
  if (continued === undefined) {
    await store.put(inputKey(job), JSON.stringify(job))
    await store.put(discoveryKey(job), JSON.stringify({ urls: [], sources: [], warnings: [] }))
    if (job.kind === 'batch') await store.put(batchUrlsKey(job), JSON.stringify(urls))
  }
  const web = new FakeWeb(answer)
  const deps = {
    store,
    storePatienceMs: 0,
    inputs: new JobInputs(store),
    generations: new GenerationStore(store),
    egress: egress ?? web,
    extractor: fakeExtractor,
    browser,
    routes: straightOnly,
    cache: null,
    pagesInFlightMax: frontierLimits.sliceConcurrencyMax,
    resources: new SliceResources(frontierLimits.sliceConcurrencyMax),
    robots: fakeRobots(['/private']),
    agentToken: 'SeineBot',
    suspects: inTurns(1),
    obeyRobots: true,
    retentionDays: 7,
    spoolSpace: new SpoolSpace(1e9),
    hostStallBudgetMs: 900_000,
    lag: { isBehind: () => false },
  }
  const runSlice = async (task: SliceTask): Promise<void> => {
    const signal = new AbortController().signal
    await scrapeSlice(deps, task, { attempt: 1, previous: null, signal, heartbeat: () => undefined })
  }
  let leased = continued?.leased ?? []
  // A slice that has stored its result returns it.
  for (const task of leased) await runSlice(task)
  for (let generation = continued?.generation ?? -1; generation < generations; generation += 1) {
    const finished = leased.map(({ slice }) => slice)
    const discovered = generation >= 0
    const nowMs = 100_000 + generation * 60_000
    const call = {
      jobId: job.id,
      tenant: job.tenant,
      outOfOrder: false,
      room: 16,
      discovered,
      generation,
      finished,
      nowMs,
    }
    const { slices, exhausted } = await advanceFrontier(deps, call)
    leased = slices
    if (exhausted || generation + 1 === generations) break
    for (const task of leased) await runSlice(task)
  }
  const check = new NoteCheck(store, job)
  const finalise = async (outcome: RunOutcome): Promise<FinaliseResult> => {
    const result = await finaliseJob(deps, { jobId: job.id, tenant: job.tenant, outcome, endedAtMs })
    await check.agrees(result)
    return result
  }
  return {
    id: job.id,
    tenant: job.tenant,
    store,
    deps,
    web,
    leased,
    runSlice,
    finalise,
    notes: async () => await check.whole(),
  }
}
