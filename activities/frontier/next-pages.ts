/**
 * Selects the pages of one host for the next slice of a lane, and moves pages that turn out to belong to the other
 * lane.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import { closedFamilyRule } from './discover-links.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { Choice } from './state/host-queue.ts'

export interface NextPages {
  seqs: number[]
  /** Number of pages that left the queue meanwhile: moved to the other lane, or closed. */
  moved: number
}

/**
 * Takes the due pages of a host in order, as many as the job's limit still covers. No page overtakes a page that waits
 * for a verdict on its family: otherwise the set of fetched pages would depend on which slice was quicker. When
 * thousands of pages have to be put aside, the loop yields to the event loop in between.
 */
export async function nextPages(
  state: FrontierState,
  host: string,
  lane: Lane,
  count: number,
  nowMs: number,
): Promise<NextPages> {
  const seqs = new Set<number>()
  let budget = state.budgetOf(lane)
  let moved = 0
  for (;;) {
    const closed: number[] = []
    const leaving: number[] = []
    const choose = (seq: number): Choice => {
      const { notBeforeMs: dueAtMs, attempted, linksOnly, lines } = state.entries[seq]!
      if (dueAtMs > nowMs || seqs.has(seq)) return 'pass'
      const first = !attempted && !linksOnly
      // With the limit used up, only pages waiting for a retry can still be taken.
      if (first && lines > budget) return budget <= 0 && state.deferred.size === 0 ? 'stop' : 'pass'
      if (closed.length + leaving.length >= frontierLimits.closedPerTurn) return 'stop'
      if (laneFor(state, seq) !== lane) {
        leaving.push(seq)
        // The page keeps its place within the limit; a page that comes back from the browser lane already has one.
        if (first && lane === 'http') budget -= lines
        return 'pass'
      }
      if (first) {
        const standing = state.standing(seq)
        if (standing === 'wait') return 'stop'
        if (standing === 'closed') {
          closed.push(seq)
          return 'pass'
        }
        budget -= lines
      }
      state.reserve(seq)
      return 'take'
    }
    for (const seq of state.queues.get(host, lane)?.take(count - seqs.size, choose) ?? []) seqs.add(seq)
    for (const seq of closed) state.change(seq, { state: 'trap', reason: closedFamilyRule })
    for (const seq of leaving) state.change(seq, { lane: lane === 'http' ? 'browser' : 'http' })
    const left = closed.length + leaving.length
    moved += left
    if (left < frontierLimits.closedPerTurn) return { seqs: [...seqs], moved }
    await nextTurn()
  }
}

/**
 * Returns the lane of a page that was reached in its queue. A page that leaves HTTP because similar pages needed a
 * browser is counted, as is a page sent by HTTP to check whether that still holds. A page that would have to wait for
 * the verdict on its family is not used for such a check.
 */
function laneFor(state: FrontierState, seq: number): Lane {
  const route = state.routeOf(seq)
  if (route === 'http' || route === 'browser') return route
  if (state.entries[seq]!.lane === 'browser') return 'browser'
  const lane = route === 'check' && state.standing(seq) !== 'wait' ? 'http' : 'browser'
  state.recordLane(seq, lane)
  return lane
}
