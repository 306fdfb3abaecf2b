/**
 * The `advanceFrontier` activity: computes one generation of a job's frontier.
 *
 * It is deterministic in its input and in what slices have stored. The result is stored with the generation, so that a
 * repeated call returns the same result.
 */
import { createHash } from 'node:crypto'
import type { CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { discovers } from '@seine/shared/jobs/job-retry.ts'
import { jobLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { observeFirstPage } from '@seine/shared/observability/first-pages.ts'
import { fittingPayload } from '@seine/shared/temporal/payload-size.ts'
import { jobOf, type JobRef } from '@seine/shared/storage/job-ref.ts'
import { DamagedObjectError, readableJson } from '@seine/shared/storage/damaged-object.ts'
import { batchUrlsKey, sliceKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { AdvanceInput, AdvanceResult, JobCounters } from '@seine/shared/temporal/shapes.ts'
import { noteStored, notesOf, writeGenerationNotes } from './generation-notes.ts'
import { ReportedAnswers } from './settled-pages.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { isDeterministic, PoisonedSliceError } from '../faults/repeated-fault.ts'
import type { SliceList } from '@seine/shared/pages/slice-shapes.ts'
import { admissionFor } from './admission.ts'
import { readsSitemaps } from './discover-sitemaps.ts'
import { discoveryList } from './discovery-list.ts'
import type { MergeMarks } from '../faults/merge-marks.ts'
import type { FrontierDelta, Lease } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { GenerationStore } from './state/generation-store.ts'
import { giveUpHosts } from './give-up-hosts.ts'
import { mergeSlice, mergeSitemap } from './merge-slice.ts'
import { isStarved, planSlices, type PlannedSlice } from './plan-slices.ts'
import { nothingQuarantined, type Quarantine } from './quarantine.ts'
import { lostResultWarning, type FoundResult } from './slice-results.ts'
import { startPageFailure } from './start-page.ts'
import { warningsForHistory } from './state/warning-book.ts'
import { fetchUrl } from '@seine/shared/urls/url-identity.ts'
import { hashRoutesOf } from '@seine/shared/jobs/hash-routes.ts'
import { ignoredWarnings } from '@seine/shared/api/requests/render-mode.ts'

/** Hex digits in the name of a list of pages. */
const listNameLength = 16

export interface AdvanceDeps {
  store: Store
  inputs: JobInputs
  generations: GenerationStore
  /** How long a host may throttle without a single answer before its pages fail, in milliseconds. */
  hostStallBudgetMs: number
}

/** How to merge slices that may make the advance fail. */
export interface MergeCare {
  quarantine: Quarantine
  /** Null unless an attempt at the advance has failed before. */
  marks: Pick<MergeMarks, 'begin' | 'end'> | null
}

/**
 * Computes the next generation of the frontier, or returns its stored result, marked as repeated, when it exists already.
 * @param care `quarantine`: slices whose results make merging fail, and what replaces those results; `marks`: records
 *   which slice is being merged. @default none
 * @throws StoreUnavailableError, which Temporal retries; FrontierLostError; PoisonedSliceError.
 */
export async function advanceFrontier(
  deps: AdvanceDeps,
  call: AdvanceInput,
  care: MergeCare = { quarantine: nothingQuarantined, marks: null },
): Promise<AdvanceResult> {
  const { store, inputs, generations } = deps
  const job = jobOf(call)
  const input = await inputs.bare(job)
  const reached = await generations.reached(job, call.generation + 1)
  if (reached !== null) {
    await noteStored(deps, input, reached)
    return { ...reached.result, repeated: true }
  }
  const state = await generations.load(job, call.generation, input)
  const before = state.counters()
  const answers = new ReportedAnswers()
  if (call.generation < 0) await addFirstPages(inputs, state, input)
  if (call.generation < 0 && !readsSitemaps(input)) state.setDiscovered()
  const merged = await mergeFinished(store, state, input, { ...call, ...care }, answers)
  giveUpHosts(state, call.nowMs, deps.hostStallBudgetMs)
  const unmerged = new Set(call.finished.filter((slice) => !merged.includes(slice)))
  const failure =
    input.kind === 'crawl'
      ? (admissionFor(input, state.scopeUrl).failure ?? (discovers(input) ? startPageFailure(state) : null))
      : null
  const slicesMax = failure === null ? call.room : 0
  const plan = await planSlices(state, slicesMax, unmerged, call.nowMs)
  // Written before the generation is stored: a slice must not be leased without its list.
  const lists = await Promise.all(plan.slices.map((planned) => writeSliceList(store, job, sliceList(state, planned))))
  const generation = call.generation + 1
  const result: AdvanceResult = {
    generation,
    slices: plan.slices.map(({ lease: { slice, lane, hosts, seqs } }, at) => ({
      jobId: job.id,
      tenant: job.tenant,
      slice,
      host: hosts[0]!,
      hosts: hosts.length,
      pages: seqs.length,
      lane,
      ...(lists[at] === undefined ? {} : { list: lists[at] }),
    })),
    merged,
    counters: state.counters(),
    starved: plan.slices.length < slicesMax && isStarved(state, unmerged),
    exhausted: state.exhausted(),
    failure,
    wakeAtMs: plan.wakeAtMs,
    warnings: warningsForHistory(state.warnings),
    ...(state.discovered && !call.discovered ? { discovered: true as const } : {}),
    ...(state.stalls === 0 ? {} : { stalls: state.stalls }),
  }
  fittingPayload('the answer of the frontier', result, temporalLimits.advanceResultMaxBytes)
  const ops = state.takeOps()
  const delta: FrontierDelta = { version: 1, generation, ops, settled: answers.stored(ops, call.nowMs), result }
  const notes = await notesOf(deps, input, state, delta)
  const stored = await generations.save(job, state, delta)
  if (stored !== delta) {
    // Another attempt at this call, or the end of the job, stored the generation first.
    await noteStored(deps, input, stored)
    return { ...stored.result, repeated: true }
  }
  await writeGenerationNotes(deps, input, notes)
  generations.markNoted(job, generation)
  noteFirstPage(input, before, result.counters)
  return result
}

/** Observes the time to the first finished page of a job, once. */
function noteFirstPage({ kind, createdAt }: JobInput, before: JobCounters, now: JobCounters): void {
  if (before.completed + before.failed > 0 || now.completed + now.failed === 0) return
  observeFirstPage(kind, Math.max(0, Date.now() - Date.parse(createdAt)) / 1_000)
}

/** Adds the pages of another crawl that are retried; the scope is anchored on the same URL as in that crawl. */
async function addRetriedPages(inputs: JobInputs, state: FrontierState, input: CrawlJobInput): Promise<void> {
  const pages = await inputs.retriedPages(input)
  if (pages.length === 0) throw new DamagedObjectError(batchUrlsKey(input), 'it has no pages')
  const { scopeUrl = input.url } = input.retry ?? {}
  if (scopeUrl !== state.scopeUrl) state.anchor(scopeUrl)
  for (const { url, depth } of pages) state.add({ url, depth, parent: null, state: 'pending' })
}

/** Adds the start page of a crawl, or every URL of a batch or a retry; each once, in input order. */
async function addFirstPages(inputs: JobInputs, state: FrontierState, input: JobInput): Promise<void> {
  for (const warning of ignoredWarnings(input.page, true)) state.warn(warning)
  if (input.kind === 'crawl' && !discovers(input)) return await addRetriedPages(inputs, state, input)
  if (input.kind === 'crawl') {
    const linksOnly = (await admissionFor(input, input.url).pathRefusal(new URL(input.url))) !== null
    state.add({ url: input.url, depth: 0, parent: null, state: 'pending', linksOnly })
    return
  }
  const { urls } = await inputs.batchList(input)
  if (urls.length === 0) throw new DamagedObjectError(batchUrlsKey(input), 'it has no URLs')
  const hashRoutes = hashRoutesOf(input)
  const linesByUrl = new Map<string, number>()
  // A URL that is not fetched stands as written, as in the list of lines.
  const unusable = new Set<string>()
  for (const written of urls) {
    const fetched = fetchUrl(written, undefined, { hashRoutes })
    const url = fetched ?? written
    if (fetched === null) unusable.add(written)
    linesByUrl.set(url, (linesByUrl.get(url) ?? 0) + 1)
  }
  for (const [url, lines] of linesByUrl) {
    state.add({ url, depth: 0, parent: null, state: 'pending', lines })
    if (unusable.has(url)) failUnusable(state, url)
  }
}

/** Fails a URL that the service does not fetch: requests are checked, but older versions let too long ones pass. */
function failUnusable(state: FrontierState, url: string): void {
  const message = `the URL has more than ${jobLimits.urlMaxCharacters} characters, percent-encoded`
  const seq = state.find(url)?.seq
  if (seq !== undefined) state.change(seq, { state: 'failed', attempted: true, reason: 'invalid_url', message })
}

/**
 * Merges the finished slices that may be merged now. In a crawl, slices of the same host and lane are merged in the
 * order they were cut, so that the order of discovery does not depend on which slice was quicker; a batch discovers
 * nothing.
 *
 * A job that uses one lane therefore produces the same manifest every time. In a job that uses both, HTTP does not wait
 * for the browser: the set of links found in either lane is the same, but how the links of the two lanes interleave
 * depends on how quick the browser was. So does which page is recorded as the first to find a URL, and which URLs a
 * limit cuts off.
 */
async function mergeFinished(
  store: Store,
  state: FrontierState,
  input: JobInput,
  call: AdvanceInput & MergeCare,
  answers: ReportedAnswers,
): Promise<number[]> {
  const finished = new Set(call.finished)
  const anyOrder = call.outOfOrder || input.kind === 'batch'
  const mergeable = call.finished
    .filter((slice) => anyOrder || isOldest(state, slice, finished))
    .toSorted((a, b) => a - b)
  const leases = mergeable.flatMap((slice) => state.leases.get(slice) ?? [])
  const read = (lease: Lease): Promise<FoundResult> =>
    named(lease.slice, () => call.quarantine.resultOf(store, input, lease))
  // After a fault, each is read only when its turn comes: reading it may be what kills the worker.
  const results = call.marks === null ? await Promise.all(leases.map(read)) : []
  let sitemapUrls = discovers(input) ? await newSitemapUrls(store, state, call) : []
  for (const [at, lease] of leases.entries()) {
    await call.marks?.begin(lease.slice)
    const { result, fault } = results[at] ?? (await read(lease))
    await named(lease.slice, async () => {
      if (fault !== null)
        state.warn(lostResultWarning(lease, result, fault), { kind: 'lost_result', of: `slice ${lease.slice}` })
      answers.record(result)
      await mergeSlice(state, input, lease, result, sitemapUrls, call.nowMs)
    })
    sitemapUrls = []
  }
  if (leases.length > 0) await call.marks?.end()
  if (input.kind === 'crawl') await mergeSitemap(state, input, sitemapUrls)
  return mergeable
}

/** Wraps a deterministic error of reading or merging a slice in a PoisonedSliceError that names the slice. */
async function named<T>(slice: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDeterministic(error) ? new PoisonedSliceError(slice, error) : error
  }
}

function isOldest(state: FrontierState, slice: number, finished: ReadonlySet<number>): boolean {
  const { hosts, lane } = state.leases.get(slice) ?? { hosts: [], lane: null }
  for (const lease of state.leases.values()) {
    const older = lease.slice < slice && !finished.has(lease.slice)
    if (older && lease.lane === lane && lease.hosts.some((host) => hosts.includes(host))) return false
  }
  return true
}

async function newSitemapUrls(store: Store, state: FrontierState, call: AdvanceInput): Promise<string[]> {
  if (!call.discovered || state.discovered) return []
  const { urls, warnings } = await discoveryList(store, jobOf(call))
  for (const warning of warnings) state.warn(warning)
  state.setDiscovered()
  return urls
}

/**
 * Writes the list of a slice. Another attempt at the same advance, which may know of other finished slices, must not
 * replace it: a different list of a slice with the same number gets a name made from its content.
 * @returns the name; undefined for the first list of the slice.
 */
async function writeSliceList(store: Store, job: JobRef, list: SliceList): Promise<string | undefined> {
  const [key, text] = [sliceKey(job, list.slice), JSON.stringify(list)]
  if (await store.putIfAbsent(key, text)) return undefined
  if (JSON.stringify(await readableJson(store, key)) === text) return undefined
  const name = createHash('sha256').update(text).digest('hex').slice(0, listNameLength)
  await store.put(sliceKey(job, list.slice, name), text)
  return name
}

function sliceList(state: FrontierState, { lease, hosts }: PlannedSlice): SliceList {
  return {
    slice: lease.slice,
    hosts,
    scopeUrl: state.scopeUrl,
    pages: lease.seqs.map((seq) => {
      const { url, depth, parent, attempts, attempted, linksOnly, lines, earlier } = state.entries[seq]!
      const parentUrl = parent === null ? null : state.entries[parent]!.url
      const page = { seq, url, depth, parent: parentUrl, attempt: attempts, attempted, linksOnly, lines }
      return earlier === null ? page : { ...page, earlier }
    }),
  }
}
