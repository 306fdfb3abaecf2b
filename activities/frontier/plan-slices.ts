/**
 * Which slices come next: hosts in the order of their oldest waiting page, a few slices a host,
 * small at first and sized by what the host has shown it can bear.
 */
import { frontierLimits, sliceLimits } from '@seine/shared/config/limits.ts'
import type { HostClock, Lease } from './entry.ts'
import type { FrontierState } from './frontier-state.ts'

export interface PlannedSlice {
  lease: Lease
  concurrency: number
}

export interface Plan {
  slices: PlannedSlice[]
  /** Earliest time at which a page or host that waits now may go on; null when none waits. */
  wakeAtMs: number | null
}

/** Slices a host may have at once: one while its crawl-delay is not known, or when it has one. */
const slotsOf = (clock: HostClock): number =>
  clock.crawlDelayMs === null && clock.finishedPages > 0 ? frontierLimits.slicesPerHostMax : 1

/** Slices of each host that still run; finished ones hold no slot while they wait to be merged. */
function runningSlices(state: FrontierState, finished: ReadonlySet<number>): Map<string, number> {
  const running = new Map<string, number>()
  for (const { slice, host } of state.leases.values()) {
    if (!finished.has(slice)) running.set(host, (running.get(host) ?? 0) + 1)
  }
  return running
}

/**
 * True when finished slices wait for an older one of their host while that host has a slot free:
 * the links they brought are then what is missing.
 */
export function isStarved(state: FrontierState, unmerged: ReadonlySet<number>): boolean {
  const running = runningSlices(state, unmerged)
  return [...unmerged].some((slice) => {
    const host = state.leases.get(slice)?.host
    return host !== undefined && (running.get(host) ?? 0) < slotsOf(state.hostClock(host))
  })
}

/**
 * Cuts up to `room` slices.
 * @param unmerged slices that have finished and wait to be merged.
 * @param nowMs clock of the workflow.
 */
export function planSlices(state: FrontierState, room: number, unmerged: ReadonlySet<number>, nowMs: number): Plan {
  const running = runningSlices(state, unmerged)
  const slices: PlannedSlice[] = []
  let wakeAtMs: number | null = null
  const wake = (atMs: number) => {
    wakeAtMs = wakeAtMs === null ? atMs : Math.min(wakeAtMs, atMs)
  }
  for (const host of hostsByAge(state)) {
    const clock = state.hostClock(host)
    if (clock.notBeforeMs > nowMs) {
      wake(clock.notBeforeMs)
      continue
    }
    const slots = slotsOf(clock)
    for (let free = slots - (running.get(host) ?? 0); free > 0 && slices.length < room; free -= 1) {
      const seqs = nextPages(state, host, sliceSize(state, host, clock, free), nowMs)
      if (seqs.length === 0) break
      const concurrency = Math.floor(frontierLimits.hostConcurrency / frontierLimits.slicesPerHostMax)
      slices.push({
        lease: state.cut(host, seqs),
        concurrency: clock.crawlDelayMs === null ? concurrency : 1,
      })
    }
  }
  for (const seq of state.deferred) {
    const { notBeforeMs } = state.entries[seq]!
    if (notBeforeMs > nowMs) wake(notBeforeMs)
  }
  return { slices, wakeAtMs }
}

function hostsByAge(state: FrontierState): string[] {
  const heads: { host: string; depth: number; seq: number }[] = []
  for (const [host, queue] of state.queues) {
    const head = queue.peek()
    if (head !== null) heads.push({ host, ...head })
  }
  return heads.toSorted((a, b) => a.depth - b.depth || a.seq - b.seq).map(({ host }) => host)
}

/** How many pages the next slice of a host takes, when `free` slices may still be cut. */
function sliceSize(state: FrontierState, host: string, clock: HostClock, free: number): number {
  const ramp = Math.max(1, clock.finishedPages * frontierLimits.sliceGrowthFactor)
  const share = Math.ceil(state.queues.get(host)!.size / free)
  const bearable =
    clock.crawlDelayMs !== null
      ? sliceLimits.timeShareMs / clock.crawlDelayMs
      : clock.pagesPerSec === null
        ? Infinity
        : (clock.pagesPerSec * sliceLimits.timeShareMs) / 1_000 / 2
  return Math.max(1, Math.floor(Math.min(frontierLimits.slicePagesMax, ramp, share, bearable)))
}

/** Due pages of a host in order, as many as the job's limit still covers. */
function nextPages(state: FrontierState, host: string, count: number, nowMs: number): number[] {
  let budget = state.budgetLeft()
  return state.queues.get(host)!.take(count, (seq) => {
    const { notBeforeMs, attempted, linksOnly } = state.entries[seq]!
    if (notBeforeMs > nowMs) return false
    if (attempted || linksOnly) return true
    budget -= 1
    return budget >= 0
  })
}
