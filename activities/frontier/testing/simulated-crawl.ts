/**
 * A crawl without network or Temporal: the real frontier over a declared link graph, with slices that finish in the
 * order the test chooses.
 */
import type { CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { batchUrlsKey, inputKey, discoveryKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { AdvanceResult, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { NoteCheck } from './note-check.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { RetriedPages } from '@seine/shared/jobs/job-retry.ts'
import type { Escalation } from '@seine/shared/pages/page.ts'
import type {
  HostReport,
  HostShare,
  PageOutcome,
  SliceList,
  SlicePage,
  SliceResult,
} from '@seine/shared/pages/slice-shapes.ts'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import { advanceFrontier, type AdvanceDeps } from '../advance-frontier.ts'
import type { FrontierState } from '../state/frontier-state.ts'
import { GenerationStore } from '../state/generation-store.ts'

/** What the simulated site answers for a URL: its links, or another outcome. */
export type SimulatedPage =
  | { links: string[]; finalUrl?: string; sketch?: TextSketch }
  | { fault: string }
  | { robots: string; begun?: true }
  | { deferred: { charged: boolean; delayMs: number } }
  | { throttled: { retryAfterMs: number | null } }
  | { escalated: Escalation['why'] }

export interface SimulatedCrawl {
  store: MemoryStore
  deps: AdvanceDeps
  /** Loads the frontier as a fresh process would. */
  reload(): Promise<FrontierState>
  last: AdvanceResult
  /** Notes of the job's pages. */
  notes: PageNote[]
  /** URLs in the order they were handed to slices. */
  fetched: string[]
  /** The same, each with the lane it was requested in. */
  asked: [lane: Lane, url: string][]
}

export interface SimulationOptions {
  input?: Partial<CrawlJobInput>
  /** When given, the job is a batch of these URLs. */
  urls?: string[]
  /** When given, the job is a retry of these pages of another crawl. */
  retried?: RetriedPages
  /** @param lane of the slice that requests the page. */
  site: (url: string, attempt: number, lane: Lane) => SimulatedPage
  sitemap?: string[]
  /** Store to use in place of one that never fails. Calls that fail because the store is unavailable are repeated. */
  store?: MemoryStore
  /** Picks which running slice finishes next; the first one by default. */
  pick?: (running: readonly SliceTask[]) => number
  /** Called before every generation. */
  onAdvance?: (deps: AdvanceDeps) => void
  /** Crawl-delay that every slice reports, milliseconds. */
  crawlDelayMs?: number
  /** Called for every slice that starts, with the simulated time. */
  onStart?: (task: SliceTask, nowMs: number) => void
  /** Called for every generation, with the slices that run. */
  onResult?: (result: AdvanceResult, running: readonly SliceTask[]) => void
}

const { id: jobId, tenant } = crawlJobInput()
const job: JobRef = { tenant, id: jobId }

/** Crawls the simulated site to its end and returns the final state. */
export async function simulateCrawl(options: SimulationOptions): Promise<SimulatedCrawl> {
  const input = jobInputOf(options)
  const store = options.store ?? new MemoryStore()
  await store.put(inputKey(job), JSON.stringify(input))
  const list = { urls: options.sitemap ?? [], sources: [], warnings: [] }
  await store.put(discoveryKey(job), JSON.stringify(list))
  await store.put(batchUrlsKey(job), JSON.stringify(options.retried ?? options.urls ?? []))
  const deps: AdvanceDeps = {
    store,
    inputs: new JobInputs(store),
    generations: new GenerationStore(store),
    hostStallBudgetMs: 900_000,
  }
  const running: SliceTask[] = []
  const asked: [Lane, string][] = []
  let finished: number[] = []
  let generation = -1
  let nowMs = 1_000_000
  const check = new NoteCheck(store, job)
  for (let turn = 0; turn < 10_000; turn += 1) {
    options.onAdvance?.(deps)
    const room = frontierLimits.windowSlices - running.length
    const call = { jobId, tenant, generation, finished, outOfOrder: false, room, nowMs, discovered: generation >= 0 }
    const last = await tried(async () => await advanceFrontier(deps, call))
    await check.agrees(last.counters)
    generation = last.generation
    finished = finished.filter((slice) => !last.merged.includes(slice))
    running.push(...last.slices)
    for (const task of last.slices) options.onStart?.(task, nowMs)
    options.onResult?.(last, running)
    if (last.exhausted || last.failure !== null) {
      const reload = () => new GenerationStore(store).load(job, generation, input)
      const notes = await check.whole()
      return { store, deps, reload, last, notes, fetched: asked.map(([, url]) => url), asked }
    }
    if (running.length === 0) {
      if (last.wakeAtMs === null) throw new Error('the crawl hangs: nothing runs and nothing waits')
      nowMs = last.wakeAtMs
      continue
    }
    const [task] = running.splice(options.pick?.(running) ?? 0, 1)
    await runSlice(store, task!, options, asked)
    finished.push(task!.slice)
    nowMs += 100
  }
  throw new Error('the crawl does not end')
}

/** Repeats a call that failed because the store was unavailable, as Temporal does. */
async function tried<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || attempt === 5) throw error
    }
  }
}

async function runSlice(
  store: MemoryStore,
  task: SliceTask,
  { site, crawlDelayMs }: SimulationOptions,
  asked: [Lane, string][],
): Promise<void> {
  const list = await store.getJson<SliceList>(sliceKey(job, task.slice, task.list))
  const urls: string[] = []
  const outcomes: PageOutcome[] = []
  const reports = new Map(list!.hosts.map((share) => [share.host, quietReport(share, crawlDelayMs ?? null)]))
  for (const page of list!.pages) {
    const report = reports.get(new URL(page.url).host)!
    if (report.throttled > 0) continue
    asked.push([task.lane, page.url])
    const answer = site(page.url, page.attempt, task.lane)
    if ('throttled' in answer) {
      Object.assign(report, { throttled: 1, throttledAgoMs: 0, retryAfterMs: answer.throttled.retryAfterMs })
    } else if (!('robots' in answer) && !('fault' in answer && answer.fault === 'dns_failure')) {
      report.answered += 1
    }
    outcomes.push(simulatedOutcome(page, answer, urls))
  }
  const hosts = [...reports.values()]
  const result: SliceResult = { slice: task.slice, segments: [`segment-${task.slice}`], urls, outcomes, hosts }
  await store.put(sliceResultKey(job, task.slice), JSON.stringify(result))
}

const quietReport = ({ host, concurrency }: HostShare, crawlDelayMs: number | null): HostReport => ({
  host,
  elapsedMs: 1_000,
  answered: 0,
  throttled: 0,
  unreachable: 0,
  retryAfterMs: null,
  throttledAgoMs: null,
  concurrency,
  crawlDelayMs,
})

function jobInputOf({ input, urls, retried }: SimulationOptions): JobInput {
  const crawl = crawlJobInput(input)
  if (retried !== undefined) {
    const retry = { of: 'crawl-before', codes: null, pages: retried.length, scopeUrl: crawl.url }
    return { ...crawl, retry }
  }
  if (urls === undefined) return crawl
  return { ...batchJobInput({ url: urls[0]!, lines: urls.length, page: crawl.page }), id: crawl.id, limit: crawl.limit }
}

/** An HTTP attempt that found a page to need a browser. */
const attemptOf = (why: Escalation['why']): JobAttempt => ({
  index: 1,
  strategy: 'http_basic',
  engine: 'http',
  proxy_tier: 'none',
  started_at: '2026-01-01T00:00:00.000Z',
  elapsed_ms: 1,
  http_status: why === 'blocked' ? 403 : 200,
  success: false,
  outcome: why,
  error: null,
  bytes_received: 1,
  ...(why === 'blocked' ? { blocked_by: { vendor: 'somebody', signal: 'a mark', confidence: 'high' } } : {}),
})

function simulatedOutcome(page: SlicePage, answer: SimulatedPage, urls: string[]): PageOutcome {
  const { seq } = page
  if ('fault' in answer) return { seq, kind: 'failed', code: answer.fault, message: `failed: ${answer.fault}` }
  if ('robots' in answer) {
    const { robots: reason, begun } = answer
    return { seq, kind: 'robots', reason, ...(begun === true ? { begun } : {}) }
  }
  if ('deferred' in answer) return { seq, kind: 'deferred', code: 'timeout', ...answer.deferred }
  if ('throttled' in answer) return { seq, kind: 'deferred', code: 'http_status', charged: false, delayMs: 1 }
  if ('escalated' in answer)
    return { seq, kind: 'escalated', why: answer.escalated, attempts: [attemptOf(answer.escalated)] }
  const links = answer.links.map((url) => urls.push(url) - 1)
  const kind = page.linksOnly ? 'links_only' : 'scraped'
  const sketch = answer.sketch ?? null
  return { seq, kind, finalUrl: answer.finalUrl ?? page.url, links, linksDropped: 0, sketch }
}
