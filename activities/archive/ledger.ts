/**
 * The ledger of a job that has ended: every URL discovered, each in exactly one final state.
 */
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import type { Entry, EntryState } from '../frontier/entry.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import { cutOffCode } from '../page/page-record.ts'

/** One line of `urls.jsonl`. */
export interface LedgerLine {
  url: string
  state: Exclude<EntryState, 'pending' | 'leased'>
  depth: number
  parent: string | null
  reason?: string
  duplicateOf?: string
}

/**
 * Gives every live entry its final state: pages that were attempted and never finished count as
 * failed; the rest was over the limit of a completed job, or was cut off by the end of the job.
 */
export function closeEntries(state: FrontierState, outcome: RunOutcome): void {
  const code = outcome.status === 'cancelled' ? 'cancelled' : cutOffCode
  for (const [seq, entry] of state.entries.entries()) {
    if (entry.state !== 'pending' && entry.state !== 'leased') continue
    if (entry.attempted) {
      const message = `the job ended before the page could be tried again (${entry.reason ?? 'interrupted'})`
      state.change(seq, { state: 'failed', reason: code, message })
    } else {
      state.change(seq, { state: outcome.status === 'completed' ? 'over_limit' : 'cancelled', reason: null })
    }
  }
}

/** Lines in order of discovery. */
export function* ledgerLines(state: FrontierState): Generator<LedgerLine> {
  for (const entry of state.entries) yield ledgerLine(state, entry)
}

function ledgerLine({ entries }: FrontierState, entry: Entry): LedgerLine {
  return {
    url: entry.url,
    state: entry.state as LedgerLine['state'],
    depth: entry.depth,
    parent: entry.parent === null ? null : entries[entry.parent]!.url,
    ...(entry.reason === null ? {} : { reason: entry.reason }),
    ...(entry.duplicateOf === null ? {} : { duplicateOf: entries[entry.duplicateOf]!.url }),
  }
}

/** URLs per final state, those counted and not kept included. */
export function ledgerCounts(state: FrontierState): Partial<Record<EntryState, number>> {
  const counts: Partial<Record<EntryState, number>> = { ...state.overflow }
  for (const entry of state.entries) counts[entry.state] = (counts[entry.state] ?? 0) + 1
  return counts
}
