/** Runs one slice against a fake web and collects everything it leaves behind. */
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { BatchJobInput, CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { inputKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { SliceHeartbeat, SliceSummary } from '@seine/shared/temporal/shapes.ts'
import type { HostSeats } from '@seine/shared/pages/host-seats.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { PageBrowser } from '@seine/shared/pages/page.ts'
import { scrapeSlice } from '../scrape-slice.ts'
import { pageRecords } from '../../segments/page-records.ts'
import type {
  HostReport,
  HostShare,
  PageRecord,
  SliceList,
  SlicePage,
  SliceResult,
} from '@seine/shared/pages/slice-shapes.ts'
import { SliceResources } from '../slice-resources.ts'
import { inTurns } from '@seine/shared/lifecycle/in-turns.ts'
import { FakeWeb, fakeExtractor, fakeRobots, type FakeAnswer } from '../../page/testing/fake-web.ts'

/** Base URL of paths, unless a page specifies another one. */
export const root = 'http://site.test'

/** Number of the slice. */
const slice = 3

export interface SliceRun {
  store: MemoryStore
  web: FakeWeb
  beats: SliceHeartbeat[]
  summary: SliceSummary | null
  error: unknown
  result: SliceResult | null
  records: PageRecord[]
  /** How often robots.txt was requested. */
  robotsReads: number
}

export interface SliceRunOptions {
  /** Paths under `root`, or whole pages. */
  paths: (string | Partial<SlicePage>)[]
  answer: (path: string, url: URL) => FakeAnswer
  input?: Partial<CrawlJobInput>
  /** Makes it a slice of a batch. */
  batch?: Partial<BatchJobInput>
  /** The share of each host where it differs from 4 concurrent pages. */
  share?: Partial<HostShare>
  robots?: string[]
  /** Whether robots.txt is answered with 503. */
  isUnread?: boolean
  /** Called when robots.txt is requested, before the answer. */
  onRobots?: () => void
  store?: MemoryStore
  previous?: SliceHeartbeat | undefined
  attempt?: number
  stop?: { signal: AbortSignal }
  obeyRobots?: boolean
  isBehind?: () => boolean
  /** @default 0: a write is tried once */
  storePatienceMs?: number
  /** Provides permits for hosts that the slice shares with others. */
  hosts?: HostSeats
  /** Called with each heartbeat. */
  onBeat?: (beat: SliceHeartbeat) => void
  /** Sets the lane of the slice. */
  lane?: Lane
  browser?: PageBrowser
}

/** Runs the slice to its end, whether it succeeds or fails. */
export async function runSlice(options: SliceRunOptions): Promise<SliceRun> {
  const input: JobInput = options.batch === undefined ? crawlJobInput(options.input) : batchJobInput(options.batch)
  const store = options.store ?? new MemoryStore()
  const web = new FakeWeb((url) => options.answer(new URL(url).pathname, new URL(url)))
  const list = sliceList(options)
  await store.put(inputKey(input), JSON.stringify(input))
  await store.put(sliceKey(input, slice), JSON.stringify(list))
  const beats: SliceHeartbeat[] = []
  let robotsReads = 0
  const task = {
    jobId: input.id,
    tenant: input.tenant,
    slice,
    host: 'site.test',
    hosts: list.hosts.length,
    pages: list.pages.length,
    lane: options.lane ?? ('http' as const),
  }
  const deps = {
    store,
    storePatienceMs: options.storePatienceMs ?? 0,
    inputs: new JobInputs(store),
    egress: web,
    extractor: fakeExtractor,
    browser: options.browser ?? null,
    routes: straightOnly,
    cache: null,
    pagesInFlightMax: frontierLimits.sliceConcurrencyMax,
    resources: new SliceResources(frontierLimits.sliceConcurrencyMax),
    robots: {
      load: async (origin: string, signal: AbortSignal) => {
        robotsReads += 1
        options.onRobots?.()
        signal.throwIfAborted()
        if (options.isUnread === true) return { state: 'unreachable' as const, reason: 'http_503' }
        return await fakeRobots(options.robots).load(origin, signal)
      },
    },
    agentToken: 'SeineBot',
    suspects: inTurns(1),
    obeyRobots: options.obeyRobots ?? true,
    lag: { isBehind: options.isBehind ?? (() => false) },
    hosts: options.hosts ?? null,
  }
  const context = {
    attempt: options.attempt ?? 1,
    previous: options.previous ?? null,
    signal: options.stop?.signal ?? new AbortController().signal,
    heartbeat: (details: SliceHeartbeat | null) => {
      if (details === null) return
      beats.push(structuredClone(details))
      options.onBeat?.(details)
    },
  }
  const outcome = await scrapeSlice(deps, task, context).then(
    (summary) => ({ summary, error: null }),
    (error: unknown) => ({ summary: null, error }),
  )
  store.down = false
  const result = await store.getJson<SliceResult>(sliceResultKey(input, slice))
  const keys = [...store.objects.keys()].filter((key) => key.includes('/pages/'))
  const records = await recordsOf(store, keys)
  return { store, web, beats, ...outcome, result, records, robotsReads }
}

function sliceList({ paths, share }: SliceRunOptions): SliceList {
  const pages = paths.map((page, at) => ({
    seq: at + 10,
    url: `${root}${typeof page === 'string' ? page : ''}`,
    depth: 1,
    parent: null,
    attempt: 0,
    attempted: false,
    linksOnly: false,
    lines: 1,
    ...(typeof page === 'string' ? {} : page),
  }))
  const names = [...new Set(pages.map(({ url }) => new URL(url).host))]
  const free = { concurrency: 4, concurrencyMax: 4, startsPerSec: null, rateRaisePerSec: 0.1, crawlDelayMs: null }
  const hosts = names.map((host) => ({ ...free, ...share, host }))
  return { slice, hosts, scopeUrl: `${root}/`, pages }
}

/** Returns the pages of the given segments. */
export async function recordsOf(store: Store, keys: readonly string[]): Promise<PageRecord[]> {
  const records: PageRecord[] = []
  for await (const record of pageRecords(store, keys)) records.push(record)
  return records
}

/** A page that links to the start page and to `links`. */
export const linkedPage = (links: string[] = []): FakeAnswer => ({
  body: `hello\nlinks: ${[`${root}/`, ...links].join(' ')}`,
})

/** Returns the kinds of the outcomes, in list order. */
export const kindsOf = ({ result }: SliceRun): string[] | undefined => result?.outcomes.map(({ kind }) => kind)

/** Returns the slice's report for a host. */
export function reportOf({ result }: SliceRun, host = 'site.test'): HostReport {
  const report = result?.hosts.find((candidate) => candidate.host === host)
  if (report === undefined) throw new Error(`no report of ${host}`)
  return report
}
