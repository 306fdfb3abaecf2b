/** What the job of a run found of its pages. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { batchLines } from '../archive/ledger/batch-lines.ts'
import { ledgerCounts } from '../archive/ledger/ledger.ts'
import { bareJobRecords } from '../archive/job-segments.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'

/** Whether a page that a run did not meet is proven to be unlinked. */
export interface Discovery {
  /** Returns true for a URL that the job knows, in whatever state. */
  knows(url: string): boolean
  /** True when the job found everything there is: it reached no bound, and read every sitemap. */
  isWhole: boolean
}

/** States of URLs that show that a job did not look at everything. */
const bounded = ['over_limit', 'trap', 'cancelled', 'queued', 'leased'] as const

/** Warnings about parts of a site that a job could not read, and others that name the same things. */
const gaps = /sitemap|robots|trap/i
const harmless = /^one page was found|none of them in the scope/

/** Returns what a job knows of URLs and whether its discovery was whole. */
export function discoveryOf(state: FrontierState, input: JobInput, status: FinalStatus): Discovery {
  const counts: Record<string, number | undefined> = ledgerCounts(state)
  const hitBound = bounded.some((name) => (counts[name] ?? 0) > 0) || status.total >= input.limit
  const lacksSitemap = status.warnings.some((warning) => gaps.test(warning) && !harmless.test(warning))
  return {
    knows: (url) => state.find(url) !== null,
    isWhole: input.kind === 'crawl' && !hitBound && !lacksSitemap && status.incomplete !== true,
  }
}

/** A record under the URL that was asked for. */
export interface SeenRecord extends PageRecord {
  /** URL under which the job requested the page. */
  fetchUrl: string
}

/**
 * Yields the record of each page of a job that is a result, under the URL that was asked for. A page that was tried
 * more than once has its last record; it comes after those that were tried once. Outputs that are stored elsewhere are
 * not read.
 */
export async function* seenRecords(
  store: Pick<Store, 'get'>,
  state: FrontierState,
  input: JobInput,
  urls: string[] | null,
): AsyncGenerator<SeenRecord> {
  const asked = new Map<string, string>()
  if (urls !== null && input.kind === 'batch') {
    for (const line of batchLines(input, urls)) if (line.first === line.index) asked.set(line.fetchUrl, line.url)
  }
  const seen = new Set<number>()
  const records = bareJobRecords(store, state, () => undefined)
  for await (const record of records) {
    if (record.linksOnly || seen.has(record.seq)) continue
    const entry = state.entries[record.seq]
    const isFinal = entry === undefined || (entry.state === 'scraped') === record.success || entry.state === 'duplicate'
    if (!isFinal) continue
    seen.add(record.seq)
    yield { ...record, url: asked.get(record.url) ?? record.url, fetchUrl: record.url }
  }
}
