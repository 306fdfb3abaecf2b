/**
 * A crawl without network or Temporal: the real frontier over a declared link graph, with slices
 * that finish in whatever order the test wants.
 */
import type { CrawlJobInput } from '@seine/shared/api/job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { inputKey, discoveryKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/memory-store.ts'
import type { AdvanceResult, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { JobInputs } from '../../job-inputs.ts'
import type { PageOutcome, SliceList, SlicePage, SliceResult, Throttle } from '../../page/slice-shapes.ts'
import { advanceFrontier, type AdvanceDeps } from '../advance-frontier.ts'
import type { FrontierState } from '../frontier-state.ts'
import { GenerationStore } from '../generation-store.ts'

/** What the simulated site answers for a URL: its links, or another outcome. */
export type SimulatedPage =
  | { links: string[]; finalUrl?: string }
  | { fault: string }
  | { robots: string }
  | { deferred: { charged: boolean; delayMs: number } }
  | { throttled: Throttle }

export interface SimulatedCrawl {
  store: MemoryStore
  deps: AdvanceDeps
  /** The frontier as a fresh process would load it. */
  reload(): Promise<FrontierState>
  last: AdvanceResult
  /** URLs in the order they were handed to slices. */
  fetched: string[]
}

export interface SimulationOptions {
  input?: Partial<CrawlJobInput>
  site: (url: string, attempt: number) => SimulatedPage
  sitemap?: string[]
  /** Picks which running slice finishes next; the first one by default. */
  pick?: (running: readonly SliceTask[]) => number
  /** Called before every generation. */
  onAdvance?: (deps: AdvanceDeps) => void
  /** Crawl-delay that every slice reports, milliseconds. */
  crawlDelayMs?: number
  /** Told of every slice that starts, with the simulated time. */
  onStart?: (task: SliceTask, nowMs: number) => void
}

const jobId = crawlJobInput().id

/** Crawls the simulated site to its end and returns what is left. */
export async function simulateCrawl(options: SimulationOptions): Promise<SimulatedCrawl> {
  const input = crawlJobInput(options.input)
  const store = new MemoryStore()
  await store.put(inputKey(jobId), JSON.stringify(input))
  const list = { urls: options.sitemap ?? [], sources: [], warnings: [] }
  await store.put(discoveryKey(jobId), JSON.stringify(list))
  const deps: AdvanceDeps = { store, inputs: new JobInputs(store), generations: new GenerationStore(store) }
  const frontier = { ignoreQueryParameters: input.ignoreQueryParameters, limit: input.limit }
  const running: SliceTask[] = []
  const fetched: string[] = []
  let finished: number[] = []
  let generation = -1
  let nowMs = 1_000_000
  for (let turn = 0; turn < 10_000; turn += 1) {
    options.onAdvance?.(deps)
    const call = { jobId, generation, finished, outOfOrder: false, room: 16, nowMs, discovered: generation >= 0 }
    const last = await advanceFrontier(deps, call)
    generation = last.generation
    finished = finished.filter((slice) => !last.merged.includes(slice))
    running.push(...last.slices)
    for (const task of last.slices) options.onStart?.(task, nowMs)
    if (last.exhausted || last.failure !== null) {
      const reload = () => new GenerationStore(store).load(jobId, generation, frontier, input.url)
      return { store, deps, reload, last, fetched }
    }
    if (running.length === 0) {
      if (last.wakeAtMs === null) throw new Error('the crawl hangs: nothing runs and nothing waits')
      nowMs = last.wakeAtMs
      continue
    }
    const [task] = running.splice(options.pick?.(running) ?? 0, 1)
    await runSlice(store, task!, options, fetched)
    finished.push(task!.slice)
    nowMs += 100
  }
  throw new Error('the crawl does not end')
}

async function runSlice(
  store: MemoryStore,
  task: SliceTask,
  { site, crawlDelayMs }: SimulationOptions,
  fetched: string[],
): Promise<void> {
  const list = await store.getJson<SliceList>(sliceKey(jobId, task.slice))
  const urls: string[] = []
  const result: SliceResult = {
    slice: task.slice,
    segments: [`segment-${task.slice}`],
    urls,
    outcomes: [],
    pagesPerSec: 100,
    throttle: null,
    crawlDelayMs: crawlDelayMs ?? null,
  }
  for (const page of list!.pages) {
    if (result.throttle !== null) break
    fetched.push(page.url)
    const answer = site(page.url, page.attempt)
    if ('throttled' in answer) result.throttle = answer.throttled
    result.outcomes.push(outcomeOf(page, answer, urls))
  }
  await store.put(sliceResultKey(jobId, task.slice), JSON.stringify(result))
}

function outcomeOf(page: SlicePage, answer: SimulatedPage, urls: string[]): PageOutcome {
  const { seq } = page
  if ('fault' in answer) return { seq, kind: 'failed', code: answer.fault, message: `failed: ${answer.fault}` }
  if ('robots' in answer) return { seq, kind: 'robots', reason: answer.robots }
  if ('deferred' in answer) return { seq, kind: 'deferred', code: 'timeout', ...answer.deferred }
  if ('throttled' in answer) return { seq, kind: 'deferred', code: 'http_status', charged: false, delayMs: 1 }
  const links = answer.links.map((url) => urls.push(url) - 1)
  return { seq, kind: page.linksOnly ? 'links_only' : 'scraped', finalUrl: answer.finalUrl ?? page.url, links }
}
