/**
 * The `advanceFrontier` activity: one generation of a job's frontier.
 *
 * Deterministic in its input and in what slices have stored; the result is part of the generation,
 * so that a repeated call answers the same.
 */
import type { CrawlJobInput } from '@seine/shared/api/job-input.ts'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import { discoveryKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import type { JobInputs } from '../job-inputs.ts'
import type { SliceList, SliceResult } from '../page/slice-shapes.ts'
import { admissionFor } from './admission.ts'
import type { DiscoveryList } from './discover-sitemaps.ts'
import type { Lease } from './entry.ts'
import type { FrontierState } from './frontier-state.ts'
import type { GenerationStore } from './generation-store.ts'
import { mergeSlice, mergeSitemap } from './merge-slice.ts'
import { isStarved, planSlices, type PlannedSlice } from './plan-slices.ts'
import { startPageFailure } from './start-page.ts'

export interface AdvanceDeps {
  store: Store
  inputs: JobInputs
  generations: GenerationStore
}

/** @throws StoreUnavailableError, FrontierLostError; both are retried by Temporal. */
export async function advanceFrontier(deps: AdvanceDeps, call: AdvanceInput): Promise<AdvanceResult> {
  const { store, inputs, generations } = deps
  const input = await inputs.get(call.jobId)
  const options = { ignoreQueryParameters: input.ignoreQueryParameters, limit: input.limit }
  const state = await generations.load(call.jobId, call.generation, options, input.url)
  if (call.generation < 0) addStartPage(state, input)
  const merged = await mergeFinished(store, state, input, call)
  failStalledHosts(state, call.nowMs)
  const unmerged = new Set(call.finished.filter((slice) => !merged.includes(slice)))
  const failure = startPageFailure(state)
  const room = failure === null ? call.room : 0
  const plan = planSlices(state, room, unmerged, call.nowMs)
  await Promise.all(plan.slices.map((planned) => writeSliceList(store, call.jobId, state, planned)))
  const generation = call.generation + 1
  const result: AdvanceResult = {
    generation,
    slices: plan.slices.map(({ lease, concurrency }) => ({
      jobId: call.jobId,
      slice: lease.slice,
      host: lease.host,
      pages: lease.seqs.length,
      concurrency,
    })),
    merged,
    counters: state.counters(),
    starved: plan.slices.length < room && isStarved(state, unmerged),
    exhausted: state.exhausted(),
    failure,
    wakeAtMs: plan.wakeAtMs,
    warnings: state.warnings,
  }
  const stored = await generations.save(call.jobId, state, { version: 1, generation, ops: state.takeOps(), result })
  return stored.result
}

function addStartPage(state: FrontierState, input: CrawlJobInput): void {
  const linksOnly = admissionFor(input, input.url).paths.test(new URL(input.url)) !== null
  state.add({ url: input.url, depth: 0, parent: null, state: 'pending', linksOnly })
}

/**
 * Merges what may be merged: slices of a host in the order they were cut, so that the order of
 * discovery does not depend on which slice was quicker.
 */
async function mergeFinished(
  store: Store,
  state: FrontierState,
  input: CrawlJobInput,
  call: AdvanceInput,
): Promise<number[]> {
  const finished = new Set(call.finished)
  const mergeable = call.outOfOrder ? call.finished : call.finished.filter((slice) => isOldest(state, slice, finished))
  const results = await Promise.all(
    mergeable.map((slice) => store.getJson<SliceResult>(sliceResultKey(call.jobId, slice))),
  )
  let sitemapUrls = await newSitemapUrls(store, state, call)
  for (const [at, slice] of mergeable.entries()) {
    const lease = state.leases.get(slice)
    const result = results[at] ?? null
    if (lease === undefined) continue
    mergeSlice(state, input, lease, result ?? lostResult(slice), sitemapUrls, call.nowMs)
    sitemapUrls = []
  }
  mergeSitemap(state, input, sitemapUrls)
  return mergeable
}

/** A slice that finished without leaving a result gives all its pages back. */
const lostResult = (slice: number): SliceResult => ({
  slice,
  segments: [],
  urls: [],
  outcomes: [],
  pagesPerSec: null,
  throttle: null,
  crawlDelayMs: null,
})

function isOldest(state: FrontierState, slice: number, finished: ReadonlySet<number>): boolean {
  const host = state.leases.get(slice)?.host
  for (const lease of state.leases.values()) {
    if (lease.host === host && lease.slice < slice && !finished.has(lease.slice)) return false
  }
  return true
}

async function newSitemapUrls(store: Store, state: FrontierState, call: AdvanceInput): Promise<string[]> {
  if (!call.discovered || state.discovered) return []
  const list = await store.getJson<DiscoveryList>(discoveryKey(call.jobId))
  for (const warning of list?.warnings ?? []) state.warn(warning)
  state.setDiscovered()
  return list?.urls ?? []
}

/** A host that has only ever refused for the whole stall budget is given up. */
function failStalledHosts(state: FrontierState, nowMs: number): void {
  for (const [host, clock] of state.hosts) {
    if (clock.stalledSinceMs === null || nowMs - clock.stalledSinceMs < frontierLimits.hostStallBudgetMs) continue
    const message = `the host asked to be left alone for more than ${frontierLimits.hostStallBudgetMs / 1_000} s`
    for (const seq of state.queues.get(host)?.take(Infinity, () => true) ?? []) {
      const { attempted, linksOnly } = state.entries[seq]!
      if (!attempted && !linksOnly && state.budgetLeft() <= 0) break
      const end = linksOnly ? ({ state: 'excluded' } as const) : ({ state: 'failed', attempted: true } as const)
      state.change(seq, { ...end, reason: 'rate_limited', message })
    }
    state.setHost(host, { ...clock, stalledSinceMs: null, notBeforeMs: 0 })
    state.warn(`${host} was given up: ${message}`)
  }
}

async function writeSliceList(
  store: Store,
  jobId: string,
  state: FrontierState,
  { lease }: PlannedSlice,
): Promise<void> {
  await store.put(sliceKey(jobId, lease.slice), JSON.stringify(sliceList(state, lease)))
}

function sliceList(state: FrontierState, lease: Lease): SliceList {
  return {
    slice: lease.slice,
    host: lease.host,
    scopeUrl: state.scopeUrl,
    pages: lease.seqs.map((seq) => {
      const { url, depth, parent, attempts, attempted, linksOnly } = state.entries[seq]!
      const parentUrl = parent === null ? null : state.entries[parent]!.url
      return { seq, url, depth, parent: parentUrl, attempt: attempts, attempted, linksOnly }
    }),
  }
}
