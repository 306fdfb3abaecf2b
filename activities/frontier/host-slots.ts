/** Computes how many slices a host may have at once, how large they are, and which share of the host each gets. */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { HostShare } from '@seine/shared/pages/slice-shapes.ts'
import type { FrontierState } from './state/frontier-state.ts'
import { isSpaced, shareOf, type HostClock } from '../hosts/host-clock.ts'
import type { RunningSlices } from './running-slices.ts'

/** Maximum number of pages of one slice of a job. */
export function slicePagesMax({ options }: FrontierState, lane: Lane): number {
  if (lane === 'browser') return frontierLimits.browserSlicePagesMax
  return options.kind === 'crawl' ? frontierLimits.slicePagesMax : frontierLimits.batchSlicePagesMax
}

/**
 * True when a host may have only one slice over both lanes: while starts must be spaced, or while a crawl does not know
 * the crawl-delay yet.
 */
export const isAlone = (state: FrontierState, clock: HostClock): boolean =>
  isSpaced(clock) || (state.options.kind === 'crawl' && clock.finishedPages === 0)

/** Slices a host may have at once in a lane; one when all its waiting pages of a batch fit into one slice. */
function slotsOf(state: FrontierState, host: string, lane: Lane): number {
  const alone =
    isAlone(state, state.hostClock(host)) ||
    (state.options.kind === 'batch' && state.queues.size(host, lane) <= slicePagesMax(state, lane))
  return alone ? 1 : frontierLimits.slicesPerHostMax
}

/** Number of slices that may be cut now for a host in a lane. */
export function freeSlots(state: FrontierState, running: RunningSlices, host: string, lane: Lane): number {
  const taken = isAlone(state, state.hostClock(host)) ? running.onBoth(host) : running.on(host, lane)
  return Math.max(0, slotsOf(state, host, lane) - taken)
}

/**
 * The share of its host that a slice gets: half of the host is divided among the slots of the lane, or the whole host
 * while the other lane has no work there.
 */
export function laneShare(state: FrontierState, running: RunningSlices, host: string, lane: Lane): HostShare {
  const clock = state.hostClock(host)
  const other = lane === 'http' ? 'browser' : 'http'
  const shared = !isAlone(state, clock) && (running.on(host, other) > 0 || state.queues.size(host, other) > 0)
  return shareOf(host, clock, slotsOf(state, host, lane) * (shared ? 2 : 1))
}

/**
 * How many pages the next slice of a host takes. A crawl starts with few pages while it knows little about a host, or
 * about how the host answers browsers; a batch has its whole list from the start.
 * @param free slices that may still be cut.
 */
export function sliceSize(state: FrontierState, host: string, lane: Lane, free: number): number {
  const clock = state.hostClock(host)
  const known = lane === 'http' ? clock.finishedPages : clock.browserPages
  const ramp = state.options.kind === 'crawl' ? Math.max(1, known * frontierLimits.sliceGrowthFactor) : Infinity
  const most = Math.min(slicePagesMax(state, lane), ramp, shareOfQueue(state, host, lane, free), bearable(clock, lane))
  return Math.max(1, Math.floor(most))
}

/**
 * A slice's share of the pages that wait for a host and that the limit still covers. While other slices of the host are
 * in progress, some pages are left for the slots that those will free, so that the last slices end together.
 */
function shareOfQueue(state: FrontierState, host: string, lane: Lane, free: number): number {
  const covered = Math.max(state.budgetOf(lane), 0) + state.deferred.size
  const waiting = Math.min(state.queues.size(host, lane), covered)
  const slots = slotsOf(state, host, lane)
  if (free === slots) return Math.ceil(waiting / slots)
  return Math.min(waiting, Math.max(Math.ceil(waiting / slots), frontierLimits.slicePagesMin))
}

/**
 * Number of pages a host can serve within the time share of a slice. With spaced starts the slice may take a longer
 * time share: a process with many slices gives it that time, and pages that do not fit go back to the frontier.
 */
function bearable({ crawlDelayMs, startsPerSec, ...clock }: HostClock, lane: Lane): number {
  const perSec = crawlDelayMs === null ? startsPerSec : 1_000 / crawlDelayMs
  if (perSec !== null) return spacedPages(perSec)
  const pagesPerSec = lane === 'http' ? clock.pagesPerSec : clock.browserPagesPerSec
  return pagesPerSec === null ? Infinity : (pagesPerSec * (sliceLimits.timeShareMs / 1_000)) / 2
}

const spacedPages = (startsPerSec: number): number => {
  const { timeShareMs, timeShareMsMax, spacedPages: most } = sliceLimits
  return Math.max((startsPerSec * timeShareMs) / 1_000, Math.min(most, (startsPerSec * timeShareMsMax) / 1_000))
}
