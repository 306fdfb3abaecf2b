/** The rows of the Parquet archive: one for every page that counts as completed or failed. */
import type { BatchList } from '@seine/shared/jobs/batch-list.ts'
import { scrapeMetadata } from '@seine/shared/pages/scrape-metadata.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FrontierEntry } from '../../frontier/state/entry.ts'
import type { FrontierState } from '../../frontier/state/frontier-state.ts'
import { resultLostCode, type LostResults } from '../ledger/lost-results.ts'
import type { PageRow } from './parquet-columns.ts'

/** The pages of an ended job. */
export interface ParquetPages {
  store: Store
  input: JobInput
  /** A frontier in which no URL is live any more. */
  state: FrontierState
  /** Input list of a batch; null for a crawl. */
  list: BatchList | null
  /** Reads the records of the job, in the order of the store. */
  records: () => AsyncIterable<PageRecord>
  /** Records what the store does not have. */
  lost: LostResults
}

/** Values of a page for which there is no record. */
const withoutRecord = {
  finalUrl: null,
  status: null,
  title: null,
  language: null,
  publishedTime: null,
  fetchedAtMs: null,
  contentType: null,
  bytes: null,
  sha256: null,
  markdown: null,
  text: null,
  html: null,
  cleanHtml: null,
  links: null,
  metadata: null,
} as const

/**
 * Yields the rows of a job: pages with a record in the order of the store, then the others in the order of the ledger.
 * A repeated call yields the same rows.
 * @throws StoreUnavailableError
 */
export async function* pageRows(pages: ParquetPages): AsyncGenerator<PageRow> {
  const { records, state, lost } = pages
  const recorded = new Set<number>()
  for await (const record of records()) {
    const { seq } = record
    // Attempts of a slice may overlap: the first record that agrees with the frontier counts.
    if (record.linksOnly || recorded.has(seq) || record.success !== isScraped(state.entries[seq]!)) continue
    if (!isCounted(state.entries[seq]!)) continue
    recorded.add(seq)
    yield* rowsOf(pages, seq, recordValues(record))
  }
  for (const [seq, entry] of state.entries.entries()) {
    if (!isCounted(entry) || recorded.has(seq)) continue
    if (isScraped(entry)) lost.page(seq)
    yield* rowsOf(pages, seq, withoutRecord, isScraped(entry) ? resultLostCode : null)
  }
}

const isScraped = ({ state }: FrontierEntry): boolean => state === 'scraped'

const isCounted = ({ state }: FrontierEntry): boolean => state === 'scraped' || state === 'failed'

type RecordValues = Omit<PageRow, 'index' | 'url' | 'depth' | 'errorCode'>

/** Yields the row of a page, or one per input line that the page stands for. @param code instead of the page's own. */
function* rowsOf(
  { state, list }: ParquetPages,
  seq: number,
  values: RecordValues,
  code: string | null = null,
): Generator<PageRow> {
  const entry = state.entries[seq]!
  const errorCode = code ?? (isScraped(entry) ? null : (entry.reason ?? 'failed'))
  const common = { ...values, depth: entry.depth, errorCode }
  if (list === null) {
    yield { ...common, index: seq, url: entry.url }
    return
  }
  for (const index of list.linesOf(seq, state.entries.length)) yield { ...common, index, url: list.urls[index]! }
}

function recordValues(record: PageRecord): RecordValues {
  const { finalUrl, status, title, contentType, body, success } = record
  const outputs = (success ? (record.outputs as PageRecord['outputs'] | undefined) : undefined) ?? {}
  const fetchedAtMs = Date.parse(record.fetchedAt)
  return {
    finalUrl,
    status,
    title,
    language: record.metadata?.language ?? null,
    publishedTime: record.metadata?.publishedTime ?? null,
    fetchedAtMs: Number.isNaN(fetchedAtMs) ? null : fetchedAtMs,
    contentType,
    bytes: body?.bytes ?? null,
    sha256: body?.sha256 ?? null,
    markdown: outputs.markdown ?? null,
    // No job has this format yet.
    text: null,
    html: outputs.html ?? null,
    cleanHtml: outputs.clean_html ?? null,
    links: outputs.links ?? null,
    metadata: success ? JSON.stringify(statedMetadata(record)) : null,
  }
}

/** Returns the metadata of a page as `GET …/pages/{index}` answers it. */
function statedMetadata({ metadata, title, contentType, extractor, jsonReport, degraded }: PageRecord): object {
  const stated = scrapeMetadata({
    page: metadata ?? null,
    contentType,
    extractor,
    jsonReport,
    degraded: degraded ?? null,
  })
  return { ...stated, title: stated.title ?? title }
}
