/**
 * Which slices come next: hosts in the order of their oldest waiting page, a few slices a host,
 * small at first and sized by what the host has shown it can bear. In a batch, hosts with few pages
 * share a slice.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { frontierLimits, sliceLimits } from '@seine/shared/config/limits.ts'
import type { HostShare } from '../page/slice-shapes.ts'
import { closedFamilyRule } from './discover-links.ts'
import type { Lease } from './entry.ts'
import type { FrontierState } from './frontier-state.ts'
import { isSpaced, notBeforeMs, shareOf, type HostClock } from './host-clock.ts'
import type { Choice, Position } from './host-queue.ts'

export interface PlannedSlice {
  lease: Lease
  hosts: HostShare[]
}

export interface Plan {
  slices: PlannedSlice[]
  /** Earliest time at which a page or host that waits now may go on; null when none waits. */
  wakeAtMs: number | null
}

/**
 * Slices a host may have at once: one while starts must be spaced, while a crawl does not know its
 * crawl-delay, and when all its pages of a batch fit into one.
 * @param waiting pages in the host's queue.
 */
function slotsOf(state: FrontierState, clock: HostClock, waiting: number): number {
  const alone = state.options.kind === 'crawl' ? clock.finishedPages === 0 : waiting <= frontierLimits.slicePagesMax
  return isSpaced(clock) || alone ? 1 : frontierLimits.slicesPerHostMax
}

/** Slices of each host that still run; finished ones hold no slot while they wait to be merged. */
function runningSlices(state: FrontierState, finished: ReadonlySet<number>): Map<string, number> {
  const running = new Map<string, number>()
  for (const { slice, hosts } of state.leases.values()) {
    if (finished.has(slice)) continue
    for (const host of hosts) running.set(host, (running.get(host) ?? 0) + 1)
  }
  return running
}

/**
 * True when finished slices wait for an older one of their host while that host has a slot free:
 * the links they brought are then what is missing.
 */
export function isStarved(state: FrontierState, unmerged: ReadonlySet<number>): boolean {
  const running = runningSlices(state, unmerged)
  const slotFree = (host: string): boolean =>
    (running.get(host) ?? 0) < slotsOf(state, state.hostClock(host), state.queues.get(host)?.size ?? 0)
  return [...unmerged].some((slice) => state.leases.get(slice)?.hosts.some(slotFree))
}

/** Pages of one host that the next slice may take. */
interface Portion {
  share: HostShare
  seqs: number[]
}

/**
 * Cuts up to `room` slices.
 * @param unmerged slices that have finished and wait to be merged.
 * @param nowMs clock of the workflow.
 */
export async function planSlices(
  state: FrontierState,
  room: number,
  unmerged: ReadonlySet<number>,
  nowMs: number,
): Promise<Plan> {
  const running = runningSlices(state, unmerged)
  const slices: PlannedSlice[] = []
  const wakes: number[] = []
  let bundle: Portion[] = []
  for (const host of hostsByAge(state)) {
    const clock = state.hostClock(host)
    if (notBeforeMs(clock) > nowMs) {
      wakes.push(notBeforeMs(clock))
      continue
    }
    const slots = slotsOf(state, clock, state.queues.get(host)!.size)
    for (let free = slots - (running.get(host) ?? 0); free > 0 && slices.length < room; free -= 1) {
      const seqs = await nextPages(state, host, sliceSize(state, host, clock, free), nowMs)
      if (seqs.length === 0) break
      const portion = { share: shareOf(host, clock, slots), seqs }
      if (state.options.kind === 'crawl' || seqs.length > frontierLimits.slicePagesMax / 2) {
        slices.push(cut(state, [portion]))
        continue
      }
      if (!fits(bundle, portion)) {
        slices.push(cut(state, bundle))
        bundle = []
      }
      bundle.push(portion)
      // Until the bundle is cut the same pages would be found again.
      break
    }
  }
  if (bundle.length > 0 && slices.length < room) slices.push(cut(state, bundle))
  for (const seq of state.deferred) {
    const { notBeforeMs: dueAtMs } = state.entries[seq]!
    if (dueAtMs > nowMs) wakes.push(dueAtMs)
  }
  return { slices, wakeAtMs: wakes.length === 0 ? null : wakes.reduce((a, b) => Math.min(a, b)) }
}

/** True when a slice of these portions has room for another host. */
const fits = (bundle: readonly Portion[], { seqs }: Portion): boolean =>
  bundle.length < frontierLimits.hostsPerSliceMax &&
  bundle.reduce((sum, portion) => sum + portion.seqs.length, seqs.length) <= frontierLimits.slicePagesMax

function cut(state: FrontierState, portions: readonly Portion[]): PlannedSlice {
  const hosts = portions.map(({ share }) => share)
  const lease = state.cut(
    hosts.map(({ host }) => host),
    hosts.map(({ concurrency }) => concurrency),
    portions.flatMap(({ seqs }) => seqs),
  )
  return { lease, hosts }
}

function hostsByAge(state: FrontierState): string[] {
  const heads: (Position & { host: string })[] = []
  for (const [host, queue] of state.queues) {
    const head = queue.peek()
    if (head !== null) heads.push({ host, ...head })
  }
  return heads.toSorted((a, b) => a.wave - b.wave || a.place - b.place || a.seq - b.seq).map(({ host }) => host)
}

/** How many pages the next slice of a host takes, when `free` slices may still be cut. */
function sliceSize(state: FrontierState, host: string, clock: HostClock, free: number): number {
  // What a crawl does not know yet of a host it asks for with few pages; a batch has its list.
  const ramp =
    state.options.kind === 'crawl' ? Math.max(1, clock.finishedPages * frontierLimits.sliceGrowthFactor) : Infinity
  const share = Math.ceil(state.queues.get(host)!.size / free)
  return Math.max(1, Math.floor(Math.min(frontierLimits.slicePagesMax, ramp, share, bearable(clock))))
}

/** Pages a host can bear within the time share of a slice. */
function bearable({ crawlDelayMs, startsPerSec, pagesPerSec }: HostClock): number {
  const timeShareSecs = sliceLimits.timeShareMs / 1_000
  if (crawlDelayMs !== null) return sliceLimits.timeShareMs / crawlDelayMs
  if (startsPerSec !== null) return startsPerSec * timeShareSecs
  return pagesPerSec === null ? Infinity : (pagesPerSec * timeShareSecs) / 2
}

/**
 * Due pages of a host in order, as many as the job's limit still covers. Nothing overtakes a page that
 * waits for a verdict on its family: what is fetched would depend on which slice was quicker. Where
 * thousands have to be put aside, other work of the process goes on in between.
 */
async function nextPages(state: FrontierState, host: string, count: number, nowMs: number): Promise<number[]> {
  let budget = state.budgetLeft()
  const seqs = new Set<number>()
  for (;;) {
    const closed: number[] = []
    const choose = (seq: number): Choice => {
      const { notBeforeMs: dueAtMs, attempted, linksOnly, lines } = state.entries[seq]!
      if (dueAtMs > nowMs || seqs.has(seq)) return 'pass'
      if (!attempted && !linksOnly) {
        if (lines > budget) return 'pass'
        const standing = state.standing(seq)
        if (standing === 'wait' || closed.length >= frontierLimits.closedPerTurn) return 'stop'
        if (standing === 'closed') {
          closed.push(seq)
          return 'pass'
        }
        budget -= lines
      }
      state.reserve(seq)
      return 'take'
    }
    for (const seq of state.queues.get(host)!.take(count - seqs.size, choose)) seqs.add(seq)
    for (const seq of closed) state.change(seq, { state: 'trap', reason: closedFamilyRule })
    if (closed.length < frontierLimits.closedPerTurn) return [...seqs]
    await nextTurn()
  }
}
