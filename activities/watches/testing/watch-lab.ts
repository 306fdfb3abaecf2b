/** A watch over a fake web: its runs are made without network or Temporal. */
import assert from 'node:assert/strict'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import type { BegunWatchRun, WatchRunResult } from '@seine/shared/temporal/watch-shapes.ts'
import type { WatchDefinition } from '@seine/shared/watches/definition.ts'
import type { PageVerdict } from '@seine/shared/watches/runs.ts'
import { watchPrefix } from '@seine/shared/watches/watch-keys.ts'
import { runJob, type RunJob } from '../../archive/testing/run-job.ts'
import { GenerationStore } from '../../frontier/state/generation-store.ts'
import type { FakeAnswer } from '../../page/testing/fake-web.ts'
import { beginWatchRun, type BeginDeps } from '../begin-run.ts'
import { compareWatchRun, type CompareDeps } from '../compare-run.ts'
import { DefinitionStore } from '../definition-store.ts'
import type { PruneDeps } from '../prune-runs.ts'
import type { RunVerdict } from '../run-places.ts'
import { RunStore } from '../run-store.ts'

/** A store that fails at one of its calls, and has damaged objects. */
class FaultyStore extends MemoryStore {
  calls = 0
  failsAt = Infinity
  readonly damaged = new Set<string>()

  override async get(key: string): Promise<Uint8Array | null> {
    if (this.damaged.has(key)) throw new DamagedObjectError(key, 'of the test')
    return await super.get(key)
  }

  override guard(): void {
    this.calls += 1
    if (this.calls === this.failsAt) throw new StoreUnavailableError('away')
    super.guard()
  }
}

/** The watch. */
export const ref = { tenant: 'acme', id: 'watch-6a1e0c58-3b7d-4f92-8e14-d05c7a9b2f36' }
/** The watch in the form of the inputs of activities. */
export const watch = { tenant: ref.tenant, watchId: ref.id }

const definitionOf = (job: CrawlJobInput, more: Partial<WatchDefinition> = {}): WatchDefinition => ({
  ...ref,
  version: 1,
  baseVersion: 1,
  keyId: 'key',
  createdAt: '2026-11-23T00:00:00.000Z',
  updatedAt: '2026-11-23T00:00:00.000Z',
  name: 'shop',
  schedule: { everySecs: 3_600 },
  jitterSecs: 0,
  overlap: 'skip',
  track: { mode: 'markdown', ignoreSelectors: [], ignorePatterns: [], minChangedWords: 1 },
  keepRuns: 30,
  tag: [],
  paused: false,
  hasWebhook: false,
  hasEmail: false,
  job,
  urls: null,
  shown: {},
  sealed: null,
  baseHash: '',
  ...more,
})

/** Answers a request by its URL and headers. */
export type Answer = (url: string, headers: Record<string, string>) => FakeAnswer

/** A watch over a fake web. */
export class WatchLab {
  readonly store = new FaultyStore()
  /** Fields of the warnings that were logged. */
  readonly logged: object[] = []
  readonly deps: BeginDeps & CompareDeps & PruneDeps
  /** The verdict on the place of a run that has not begun. */
  verdict: RunVerdict = 'in'
  /** Runs that the schedule has skipped. */
  scheduleSkips = 0
  #runs = 0

  constructor() {
    this.deps = {
      store: this.store,
      sealing: null,
      definitions: new DefinitionStore(this.store),
      runs: new RunStore(this.store),
      inputs: new JobInputs(this.store),
      generations: new GenerationStore(this.store),
      places: { take: async (_key, _job, hasBegun) => await Promise.resolve(hasBegun ? 'in' : this.verdict) },
      schedules: { skippedRuns: async () => await Promise.resolve(this.scheduleSkips) },
      retentionDays: 7,
      logger: { warn: (fields: object) => void this.logged.push(fields) },
    }
  }

  async create(more: Partial<WatchDefinition> = {}): Promise<void> {
    const job = crawlJobInput({ sitemap: 'skip', limit: 50 })
    assert.equal(await this.deps.definitions.create(definitionOf(job, more)), true)
  }

  async begin(): Promise<BegunWatchRun> {
    this.#runs += 1
    const runId = `run-00000000-0000-4000-8000-${String(this.#runs).padStart(12, '0')}`
    const input = { ...watch, trigger: 'manual', runId, nominalAt: '2026-11-23T00:00:00.000Z', requestId: 'r' } as const
    const begun = await beginWatchRun(this.deps, input, Date.parse('2026-11-23T00:00:00Z') + this.#runs)
    assert.ok(begun !== null)
    // An attempt after the death of a worker gets the same run.
    assert.deepEqual(await beginWatchRun(this.deps, input, Date.now()), begun)
    return begun
  }

  /** Runs the job of a run. */
  async work(begun: BegunWatchRun, answer: Answer, outcome: RunOutcome = { status: 'completed' }): Promise<RunJob> {
    const job = await this.scrape(begun, answer)
    await job.finalise(outcome)
    for (const [key, bytes] of job.store.objects) this.store.objects.set(key, bytes)
    return job
  }

  /** Scrapes the pages of the job of a run, in a copy of the store. */
  async scrape(begun: BegunWatchRun, answer: Answer): Promise<RunJob> {
    const input = JSON.parse(
      this.store.objects.get(inputKey({ tenant: ref.tenant, id: begun.jobId }))!.toString(),
    ) as JobInput
    const { urls } = (await this.deps.definitions.newest(ref))!
    const store = new MemoryStore()
    for (const [key, bytes] of this.store.objects) store.objects.set(key, bytes)
    return await runJob(input, answer, { store, urls: urls ?? [] })
  }

  async compare({ n, jobId }: BegunWatchRun): Promise<WatchRunResult> {
    const result = await compareWatchRun(this.deps, { ...watch, n, jobId, endedAt: '2026-11-23T01:00:00.000Z' })
    assert.ok(result !== null)
    return result
  }

  async run(answer: Answer, outcome?: RunOutcome): Promise<[WatchRunResult, PageVerdict[]]> {
    const begun = await this.begin()
    await this.work(begun, answer, outcome)
    const result = await this.compare(begun)
    return [result, await this.verdicts(begun.n)]
  }

  async verdicts(n: number): Promise<PageVerdict[]> {
    return await this.deps.runs.verdicts(ref, n, 0)
  }

  /** Objects of the watch that count. */
  objects(): Map<string, string> {
    return new Map(
      [...this.store.objects]
        .filter(([key]) => key.startsWith(watchPrefix(ref)))
        .map(([key, bytes]) => [key, bytes.toString()]),
    )
  }
}

/** A site of pages by path: a text, or a status. */
export const site =
  (words: Record<string, string | number>) =>
  (url: string): FakeAnswer => {
    const path = new URL(url).pathname
    const word = words[path]
    if (typeof word === 'number') return { status: word }
    return word === undefined ? { status: 404 } : { body: word }
  }
