/** The pages of one host that the next slice of a lane takes, and those that turn out to be for the other lane. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import { closedFamilyRule } from './discover-links.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { Choice } from './state/host-queue.ts'

export interface NextPages {
  seqs: number[]
  /** Pages that left the queue meanwhile: for the other lane, or for good. */
  moved: number
}

/**
 * Due pages of a host in order, as many as the job's limit still covers. Nothing overtakes a page that
 * waits for a verdict on its family: what is fetched would depend on which slice was quicker. Where
 * thousands have to be put aside, other work of the process goes on in between.
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
      // With the limit used up nothing is left to find but pages that are to be tried again.
      if (first && lines > budget) return budget <= 0 && state.deferred.size === 0 ? 'stop' : 'pass'
      if (closed.length + leaving.length >= frontierLimits.closedPerTurn) return 'stop'
      if (laneFor(state, seq) !== lane) {
        leaving.push(seq)
        // It keeps its place within the limit; coming back from a browser it has had one all along.
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
 * The lane of a page that has been reached in its queue. One that leaves HTTP for what its like have
 * shown is counted, and so is one that goes by HTTP to see whether that still holds; such a check
 * waits for nothing.
 */
function laneFor(state: FrontierState, seq: number): Lane {
  const route = state.routeOf(seq)
  if (route === 'http' || route === 'browser') return route
  if (state.entries[seq]!.lane === 'browser') return 'browser'
  const lane = route === 'check' && state.standing(seq) !== 'wait' ? 'http' : 'browser'
  state.routed(seq, lane)
  return lane
}
