/** The input lines of a batch, each with the state of its URL. */
import type { BatchJobInput, BatchUrls } from '@seine/shared/tasks/job-input.ts'
import type { FrontierEntry } from '../../frontier/state/entry.ts'
import type { FrontierState } from '../../frontier/state/frontier-state.ts'
import { fetchUrl } from '@seine/shared/urls/url-identity.ts'
import { hashRoutesOf } from '@seine/shared/jobs/hash-routes.ts'
import { lostReason, reasonOf, type LedgerLine } from './ledger.ts'

/** One input line of a batch. */
export interface BatchLine {
  /** Position in the list, from 0. */
  index: number
  /** The URL as the caller wrote it. */
  url: string
  /** The URL that is fetched for it. */
  fetchUrl: string
  /** Index of the first line with the same `fetchUrl`: this line, or an earlier one whose page it shares. */
  first: number
}

/** Returns the lines of a list, in input order. They do not change while the job runs. */
export function batchLines(input: Pick<BatchJobInput, 'page'>, urls: BatchUrls): BatchLine[] {
  const firsts = new Map<string, number>()
  const hashRoutes = hashRoutesOf(input)
  return urls.map((url, index) => {
    const fetched = fetchUrl(url, undefined, { hashRoutes }) ?? url
    const first = firsts.get(fetched) ?? index
    if (first === index) firsts.set(fetched, index)
    return { index, url, fetchUrl: fetched, first }
  })
}

/** Returns the page of a line; null while the frontier does not know it. */
export function entryOf(state: FrontierState | null, line: BatchLine): { seq: number; entry: FrontierEntry } | null {
  return state?.find(line.fetchUrl) ?? null
}

/**
 * Yields the ledger of a batch: one line per input line.
 * @param unknown state of URLs that the frontier does not know, because it has not been created yet or never was.
 * @param from index of the first line to yield.
 * @param lost scraped pages whose results are gone, by `seq`.
 */
export function* batchLedgerLines(
  state: FrontierState | null,
  lines: readonly BatchLine[],
  unknown: 'pending' | 'cancelled',
  from = 0,
  lost: ReadonlySet<number> = new Set(),
): Generator<LedgerLine> {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index]!
    const common = { index, url: line.url, depth: 0, parent: null }
    if (line.first === index) {
      const found = entryOf(state, line)
      if (found === null) yield { ...common, state: unknown }
      else yield { ...common, state: found.entry.state, ...(lost.has(found.seq) ? lostReason : reasonOf(found.entry)) }
    } else {
      yield { ...common, state: 'duplicate', duplicateOf: lines[line.first]!.url }
    }
  }
}
