/**
 * Plans the next slices: hosts in the order of their oldest waiting page, a few slices per host and lane, small at
 * first and then sized by the load the host has sustained. In a batch, hosts with few pages share a slice.
 *
 * Every page of a job that may render starts in the HTTP queue, and is moved to the browser queue when its turn comes
 * and it turns out to need a browser. Pages therefore reach a browser in the order of discovery, and pages that the
 * limit does not cover are never moved.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { HostShare } from '@seine/shared/pages/slice-shapes.ts'
import type { Lease } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import { notBeforeMs } from '../hosts/host-clock.ts'
import { freeSlots, isAlone, laneShare, slicePagesMax, sliceSize } from './host-slots.ts'
import { lanes } from './state/lane-queues.ts'
import { nextPages } from './next-pages.ts'
import { RetryTimes } from './retry-times.ts'
import { RunningSlices } from './running-slices.ts'

export interface PlannedSlice {
  lease: Lease
  hosts: HostShare[]
}

export interface Plan {
  slices: PlannedSlice[]
  /**
   * Epoch milliseconds at which waiting pages or hosts may continue although no slice has ended by then; null when none
   * waits, or when a slice has to end first.
   */
  wakeAtMs: number | null
}

/**
 * True when finished slices wait for an older slice of their host and lane while that host has a free slot: the host
 * then lacks the links that those slices found.
 */
export function isStarved(state: FrontierState, unmerged: ReadonlySet<number>): boolean {
  const running = new RunningSlices(state.leases.values(), unmerged)
  return [...unmerged].some((slice) => {
    const lease = state.leases.get(slice)
    return lease?.hosts.some((host) => freeSlots(state, running, host, lease.lane) > 0) === true
  })
}

/** Pages of one host that go into the next slice. */
interface Portion {
  share: HostShare
  seqs: number[]
}

/**
 * Cuts up to `slicesMax` slices.
 * @param unmerged slices that have finished and wait to be merged.
 * @param nowMs clock of the workflow.
 */
export async function planSlices(
  state: FrontierState,
  slicesMax: number,
  unmerged: ReadonlySet<number>,
  nowMs: number,
): Promise<Plan> {
  const planner = new Planner(state, slicesMax, unmerged, nowMs)
  // Pages moved to the other lane, or closed within the limit, may make another slice possible.
  while ((await planner.round()) > 0);
  return { slices: planner.slices, wakeAtMs: planner.wakeAtMs() }
}

class Planner {
  readonly slices: PlannedSlice[] = []
  readonly #state: FrontierState
  readonly #slicesMax: number
  readonly #nowMs: number
  readonly #running: RunningSlices
  readonly #retries: RetryTimes
  /** For a batch: portions of the slice being assembled. */
  readonly #bundles: Record<Lane, Portion[]> = { http: [], browser: [] }

  constructor(state: FrontierState, slicesMax: number, unmerged: ReadonlySet<number>, nowMs: number) {
    this.#state = state
    this.#slicesMax = slicesMax
    this.#nowMs = nowMs
    this.#running = new RunningSlices(state.leases.values(), unmerged)
    this.#retries = new RetryTimes(state, nowMs)
  }

  wakeAtMs(): number | null {
    const left = new RetryTimes(this.#state, this.#nowMs)
    return left.wakeAtMs((host, lane) => this.#mayCut(host, lane))
  }

  /** Visits every host once. @returns the number of pages that left their queues without a slice. */
  async round(): Promise<number> {
    let moved = 0
    for (const host of this.#state.queues.hostsByAge()) {
      if (this.slices.length >= this.#slicesMax) break
      const clock = this.#state.hostClock(host)
      if (notBeforeMs(clock) > this.#nowMs) continue
      // Where both lanes share the only slot, the page that has waited longest gets it.
      const order = isAlone(this.#state, clock) ? this.#state.queues.lanesByAge(host) : lanes
      for (const lane of order) if (!this.#retries.gathers(host, lane)) moved += await this.#cutSlices(host, lane)
    }
    for (const lane of lanes) this.#cutBundle(lane)
    return moved
  }

  async #cutSlices(host: string, lane: Lane): Promise<number> {
    const state = this.#state
    let moved = 0
    for (;;) {
      if (!this.#mayCut(host, lane) || state.queues.size(host, lane) === 0) return moved
      const free = freeSlots(state, this.#running, host, lane)
      const next = await nextPages(state, host, lane, sliceSize(state, host, lane, free), this.#nowMs)
      moved += next.moved
      if (next.seqs.length === 0) return moved
      const portion = { share: laneShare(state, this.#running, host, lane), seqs: next.seqs }
      if (state.options.kind === 'crawl' || portion.seqs.length > slicePagesMax(state, lane) / 2) {
        this.#cut(lane, [portion])
        continue
      }
      if (!this.#fits(portion, lane)) this.#cutBundle(lane)
      this.#bundles[lane].push(portion)
      // Stop here: until the bundle is cut, the same pages would be found again.
      return moved
    }
  }

  #mayCut(host: string, lane: Lane): boolean {
    return freeSlots(this.#state, this.#running, host, lane) > 0 && this.#slicesLeft(lane) > 0
  }

  /**
   * Number of slices of a lane that the window still allows. Browsers are slow: they get no more than their part
   * of the window while HTTP has work, or while running HTTP slices may find more.
   */
  #slicesLeft(lane: Lane): number {
    const { windowSlices, windowBrowserSlices } = frontierLimits
    const left = this.#slicesMax - this.slices.length
    if (lane === 'http') return left
    const alone = this.#state.pendingIn('http') === 0 && this.#running.in('http') === 0
    return Math.min(left, (alone ? windowSlices : windowBrowserSlices) - this.#running.in('browser'))
  }

  /** True when the slice being assembled has room for another portion. */
  #fits({ seqs }: Portion, lane: Lane): boolean {
    const bundle = this.#bundles[lane]
    const pages = bundle.reduce((sum, portion) => sum + portion.seqs.length, seqs.length)
    return bundle.length < frontierLimits.hostsPerSliceMax && pages <= slicePagesMax(this.#state, lane)
  }

  #cutBundle(lane: Lane): void {
    const bundle = this.#bundles[lane]
    if (bundle.length > 0 && this.#slicesLeft(lane) > 0) this.#cut(lane, bundle)
    this.#bundles[lane] = []
  }

  #cut(lane: Lane, portions: readonly Portion[]): void {
    const hosts = portions.map(({ share }) => share)
    const lease = this.#state.cut(
      lane,
      hosts.map(({ host }) => host),
      hosts.map(({ concurrency }) => concurrency),
      portions.flatMap(({ seqs }) => seqs),
    )
    this.#running.add(lease)
    this.slices.push({ lease, hosts })
  }
}
