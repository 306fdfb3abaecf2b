/** The ledger of a job: every URL it knows, each in exactly one state. */
import type { FrontierEntry, EntryState } from '../../frontier/state/entry.ts'
import type { FrontierState } from '../../frontier/state/frontier-state.ts'
import { resultLostCode, resultLostMessage } from './lost-results.ts'

/** One URL of the ledger; in a batch, one input line. */
export interface LedgerLine {
  /** Position in the list of a batch, from 0. */
  index?: number
  url: string
  state: EntryState
  depth: number
  /** The page that linked here first. */
  parent: string | null
  /** Rule, error code or robots.txt reason. */
  reason?: string
  message?: string
  duplicateOf?: string
}

const nothingLost: ReadonlySet<number> = new Set()

/**
 * Yields the URLs of a crawl in order of discovery.
 * @param from position of the first URL to yield.
 * @param lost scraped pages whose results are gone, by `seq`.
 */
export function* ledgerLines(state: FrontierState, from = 0, lost = nothingLost): Generator<LedgerLine> {
  for (let seq = from; seq < state.entries.length; seq += 1) {
    const line = ledgerLine(state, state.entries[seq]!)
    yield lost.has(seq) ? { ...line, ...lostReason } : line
  }
}

/** The reason given for a scraped page that has no result. */
export const lostReason = { reason: resultLostCode, message: resultLostMessage }

function ledgerLine({ entries }: FrontierState, entry: FrontierEntry): LedgerLine {
  return {
    url: entry.url,
    state: entry.state,
    depth: entry.depth,
    parent: entry.parent === null ? null : entries[entry.parent]!.url,
    ...reasonOf(entry),
    ...(entry.duplicateOf === null ? {} : { duplicateOf: entries[entry.duplicateOf]!.url }),
  }
}

/** Returns the reason and message of an entry's state, where it has any. */
export function reasonOf({ reason, message }: FrontierEntry): Pick<LedgerLine, 'reason' | 'message'> {
  return { ...(reason === null ? {} : { reason }), ...(message === null ? {} : { message }) }
}

/** Yields `urls.jsonl` of a crawl's archives. Failure messages are in the manifest. @param lost as in `ledgerLines`. */
export function* ledgerText(state: FrontierState, lost: ReadonlySet<number>): Generator<string> {
  for (const { message: _, ...line } of ledgerLines(state, 0, lost)) yield `${JSON.stringify(line)}\n`
}

/** Returns the number of URLs per final state, including URLs that were counted but not kept. */
export function ledgerCounts(state: FrontierState): Partial<Record<EntryState, number>> {
  const counts: Partial<Record<EntryState, number>> = { ...state.overflow }
  for (const entry of state.entries) counts[entry.state] = (counts[entry.state] ?? 0) + 1
  return counts
}
