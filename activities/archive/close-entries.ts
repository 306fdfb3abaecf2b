/** Gives every URL of a job its final state when the job ends. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import { attemptsMade } from '../frontier/state/entry.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import { cutOffCode } from '../segments/page-record.ts'

/**
 * Gives every live entry its final state: pages that were attempted and never finished count as failed; the others
 * exceeded the limit of a completed job or were cut off by the end of the job.
 */
export async function closeEntries(state: FrontierState, outcome: RunOutcome): Promise<void> {
  let closed = 0
  for (const seq of liveEntries(state)) {
    closeEntry(state, seq, outcome)
    closed += 1
    if (closed % frontierLimits.entriesPerTurn === 0) await nextTurn()
  }
}

/**
 * Yields queued entries from the head of each queue, because removing any other entry costs a search; then leased
 * entries.
 */
function* liveEntries(state: FrontierState): Generator<number> {
  for (const queue of state.queues.all()) {
    for (let head = queue.peek(); head !== null; head = queue.peek()) yield head.seq
  }
  for (const [seq, entry] of state.entries.entries()) if (entry.state === 'leased') yield seq
}

function closeEntry(state: FrontierState, seq: number, outcome: RunOutcome): void {
  const entry = state.entries[seq]!
  if (entry.linksOnly) {
    state.change(seq, { state: 'excluded', reason: 'start_page' })
  } else if (entry.attempted) {
    const code = outcome.status === 'cancelled' ? 'cancelled' : cutOffCode
    const before =
      entry.earlier === null ? 'before the page could be tried again' : 'while the page waited for a browser'
    const message = `the job ended ${before} (${entry.reason ?? 'interrupted'})`
    state.change(seq, { state: 'failed', reason: code, message, attempts: attemptsMade(entry) })
  } else {
    state.change(seq, { state: outcome.status === 'completed' ? 'over_limit' : 'cancelled', reason: null })
  }
}
