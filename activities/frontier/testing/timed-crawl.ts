/**
 * A crawl of one host on a simulated clock: the real frontier, pacing and retry rules, over a website whose pages take
 * a given time and fail in a given way. Used to count advances and slices, and to measure how long a job takes.
 */
import { hash } from 'node:crypto'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { StoredObject } from '@seine/shared/storage/object-store.ts'
import { discoveryKey, inputKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { HostPacer } from '../../hosts/host-pacer.ts'
import { hostSignOf, remedyFor, type PageEnding } from '@seine/shared/pages/page-faults.ts'
import { openSeat } from '../../hosts/open-seat.ts'
import { PageTurns } from '../../slice/page-turns.ts'
import { jitterOf } from '../../page/page-ending.ts'
import type { PageOutcome, SliceList, SlicePage, SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import { advanceFrontier } from '../advance-frontier.ts'
import type { FrontierState } from '../state/frontier-state.ts'
import { GenerationStore } from '../state/generation-store.ts'

/** How a page fails that fails temporarily. */
export type TransientFault = { code: 'http_status'; status: 500 | 503 } | { code: 'timeout' | 'connection_reset' }

export interface TimedSite {
  /** Number of pages of the website; each links to ten others below it. */
  pages: number
  /** Mean time of a page; the time of single pages varies by up to half either way. */
  pageMs: number
  /** Share of the attempts that fail temporarily, 0 to 1. */
  faultShare: number
  fault: TransientFault
  /** Time from the end of a slice, or from a timer, to the start of the slices that the advance cuts. */
  advanceMs: number
  /** Which of several workers makes an advance, from 0. @default one worker makes all */
  workerOf?: (advance: number) => number
}

export interface TimedCrawl {
  advances: number
  slices: number
  /** Reads of the frontier from the store: generations, snapshots and listings. */
  frontierReads: number
  /** Simulated time from the start to the last generation. */
  tookMs: number
  last: AdvanceResult
  frontier: FrontierState
}

const root = 'http://site.test/'
const linksBelow = 10
const letters = 'abcdefghij'
/** A number spelled in letters: numbered URLs would be treated as a possible trap. */
const pathOf = (page: number): string => String(page).replaceAll(/\d/g, (digit) => letters[Number(digit)]!)
const numberOf = (path: string): number =>
  Number(path.replaceAll(/[a-j]/g, (letter) => String(letters.indexOf(letter))))

/** A number from 0 to 1 that depends only on the text. */
export const chance = (text: string): number => hash('md5', text, 'buffer').readUInt32BE(0) / 2 ** 32

function linksOf(url: string, pages: number): string[] {
  const page = url === root ? 0 : numberOf(url.slice(root.length))
  const below = Array.from({ length: linksBelow }, (_, at) => page * linksBelow + at + 1)
  return below.filter((each) => each < pages).map((each) => root + pathOf(each))
}

function attemptAt({ url, attempt }: SlicePage, { faultShare, fault }: TimedSite): PageEnding {
  const isFault = chance(`fault ${attempt} ${url}`) < faultShare
  return {
    method: 'GET',
    fault: isFault ? { code: fault.code, message: '' } : null,
    status: !isFault ? 200 : 'status' in fault ? fault.status : null,
    headers: {},
    redirected: false,
    elsewhere: false,
  }
}

/** Page slots of a process that always has a free one. */
const freeSlots = { take: () => true, giveBack: () => undefined }

/** Runs a slice on a simulated clock. @returns its result, and how long it took. */
function runSlice(list: SliceList, site: TimedSite): { result: SliceResult; tookMs: number } {
  const pacers = new Map(list.hosts.map((share) => [share.host, new HostPacer(share)]))
  const turns = new PageTurns(
    list.pages.map(({ url }, index) => ({ index, pacer: pacers.get(new URL(url).host)!, seat: openSeat })),
  )
  const urls: string[] = []
  const outcomes = new Map<number, PageOutcome>()
  const ends: { atMs: number; end: () => void }[] = []
  let nowMs = 0
  for (;;) {
    const turn = nowMs < sliceLimits.timeShareMs ? turns.next(nowMs, sliceLimits.timeShareMs, freeSlots) : null
    if (turn?.kind === 'page') {
      const page = list.pages[turn.index]!
      const number = turn.pacer.start(nowMs)
      const attempt = attemptAt(page, site)
      const atMs = nowMs + site.pageMs * (0.5 + chance(`time ${page.attempt} ${page.url}`))
      const end = (): void => {
        turn.pacer.end(number, hostSignOf(attempt, atMs), atMs)
        outcomes.set(turn.index, simulatedOutcome(page, attempt, site, urls))
      }
      ends.push({ atMs, end })
      continue
    }
    const next = ends.toSorted((a, b) => a.atMs - b.atMs)[0]
    if (next === undefined) break
    ends.splice(ends.indexOf(next), 1)
    nowMs = next.atMs
    next.end()
  }
  const inOrder = [...outcomes].toSorted(([a], [b]) => a - b).map(([, outcome]) => outcome)
  const hosts = [...pacers.values()].map((pacer) => pacer.report(nowMs))
  return { result: { slice: list.slice, segments: [], urls, outcomes: inOrder, hosts }, tookMs: nowMs }
}

function simulatedOutcome(page: SlicePage, attempt: PageEnding, site: TimedSite, urls: string[]): PageOutcome {
  const { seq } = page
  if (attempt.fault === null) {
    const links = linksOf(page.url, site.pages).map((url) => urls.push(url) - 1)
    return { seq, kind: 'scraped', finalUrl: page.url, links, linksDropped: 0, sketch: null }
  }
  const { code, message } = attempt.fault
  const remedy = remedyFor(attempt, page.attempt, jitterOf(page))
  if (remedy.kind === 'final') return { seq, kind: 'failed', code, message }
  const delayMs = remedy.kind === 'retry' ? remedy.delayMs : 1
  return { seq, kind: 'deferred', code, charged: remedy.kind === 'retry', delayMs }
}

/** Counts reads of the frontier. */
class CountingStore extends MemoryStore {
  frontierReads = 0

  override async get(key: string): Promise<Uint8Array | null> {
    if (key.includes('/frontier/')) this.frontierReads += 1
    return await super.get(key)
  }

  override async listObjects(...range: Parameters<MemoryStore['listObjects']>): Promise<StoredObject[]> {
    if (range[0].includes('/frontier/')) this.frontierReads += 1
    return await super.listObjects(...range)
  }
}

/** Crawls the website to its end as the run of a job does: one advance for every slice that ends and every timer. */
export async function crawlByClock(site: TimedSite): Promise<TimedCrawl> {
  const input = crawlJobInput({ url: root, sitemap: 'skip', limit: Math.max(jobLimits.limitPagesMax, site.pages) })
  const job: JobRef = { tenant: input.tenant, id: input.id }
  const store = new CountingStore()
  await store.put(inputKey(job), JSON.stringify(input))
  await store.put(discoveryKey(job), JSON.stringify({ urls: [], sources: [], warnings: [] }))
  const inputs = new JobInputs(store)
  const workers = new Map<number, GenerationStore>()
  const generationsOf = (worker: number): GenerationStore => {
    const known = workers.get(worker) ?? new GenerationStore(store)
    workers.set(worker, known)
    return known
  }
  const running = new Map<number, number>()
  let finished: number[] = []
  let generation = -1
  let slices = 0
  const startMs = 1_000_000
  for (let nowMs = startMs, advances = 1; ; advances += 1) {
    const generations = generationsOf(site.workerOf?.(advances) ?? 0)
    const deps = { store, inputs, generations, hostStallBudgetMs: 900_000 }
    const last: AdvanceResult = await advanceFrontier(deps, {
      jobId: job.id,
      tenant: job.tenant,
      generation,
      finished,
      outOfOrder: false,
      room: frontierLimits.windowSlices - running.size,
      nowMs,
      discovered: generation >= 0,
    })
    nowMs += site.advanceMs
    generation = last.generation
    finished = finished.filter((slice) => !last.merged.includes(slice))
    slices += last.slices.length
    for (const { slice } of last.slices) {
      const { result, tookMs } = runSlice((await store.getJson<SliceList>(sliceKey(job, slice)))!, site)
      await store.put(sliceResultKey(job, slice), JSON.stringify(result))
      running.set(slice, nowMs + tookMs)
    }
    if (last.exhausted || last.failure !== null) {
      const { frontierReads } = store
      const frontier = await new GenerationStore(store).load(job, generation, input)
      return { advances, slices, frontierReads, tookMs: nowMs - startMs, last, frontier }
    }
    nowMs = Math.max(nowMs, Math.min(last.wakeAtMs ?? Infinity, ...running.values()))
    if (nowMs === Infinity) throw new Error('the crawl hangs: nothing runs and nothing waits')
    for (const [slice, endMs] of running) {
      if (endMs > nowMs) continue
      running.delete(slice)
      finished.push(slice)
    }
  }
}
