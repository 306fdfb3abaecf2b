/** `manifest.json` of an archive: lists which file holds which page, what failed, and what was requested. */
import { omit } from '@seine/shared/values/omit.ts'
import { takeSecrets } from '@seine/shared/jobs/job-secrets.ts'
import type { JsonReport } from '@seine/shared/api/schemas/json-report.ts'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { JobFormat } from '@seine/shared/tasks/formats.ts'
import type { EntryState } from '../frontier/state/entry.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import type { ActionCounts } from '@seine/shared/pages/slice-shapes.ts'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { ArchivedPages } from './archived-pages.ts'
import { resultLostCode, resultLostMessage } from './ledger/lost-results.ts'
import { listText, mapText } from './files/text-pieces.ts'

/** The final status without the fields that are unknown while archives are written. */
export type ManifestFacts = Omit<FinalStatus, 'archives' | 'ledgerChunks'>

export interface ManifestPage {
  /** Absent for a redirect alias, which has `duplicateOf` instead. */
  file?: string
  duplicateOf?: string
  url: string
  finalUrl: string
  status: number | null
  depth: number
  parent: string | null
  title: string | null
  contentType: string | null
  bytes?: number
  sha256?: string
  fetchedAt: string
  attempts: JobAttempt[]
  /** `index` of the attempt that fetched the page. */
  winningAttempt: number
  /** Result counts of its actions; absent when there were none. */
  actions?: ActionCounts
  /** Number of page loads that were aborted because no data arrived and then repeated; absent when there were none. */
  stalls?: number
  extractor: string | null
  /** Why the output is less than requested; null when it is complete. */
  degraded: string | null
  /** Time the extraction took in its thread, milliseconds; null without extraction. */
  extractMs: number | null
  /** For the format `json`: validity, sources, model usage; absent when the format was not requested. */
  json?: JsonReport
  warnings: string[]
}

/** Fields of a request that only operators need. */
const operatorFields = [
  'version',
  'id',
  'kind',
  'tenant',
  'keyId',
  'requestId',
  'requestHash',
  'sealedRequestHash',
  'sealed',
  'notify',
  'notifyPlan',
] as const

/** The request as the caller made it. */
type RequestFacts = Omit<CrawlJobInput, (typeof operatorFields)[number]>

export interface Manifest {
  files: Record<string, string>
  pages: ManifestPage[]
  failed: { url: string; code: string; message: string; attempts: number }[]
  /** Pages that were scraped and whose results are gone; absent if none exist. */
  lost?: { url: string; code: string; message: string }[]
  job: {
    id: string
    url: string
    status: FinalStatus['status']
    format: JobFormat
    request: RequestFacts
    total: number
    completed: number
    failed: number
    /** Number of page loads that were aborted because no data arrived and then repeated. */
    stalls: number
    createdAt: string
    completedAt: string
    duration: number
    error: string | null
    warnings: string[]
  }
  /** URLs per final state; URLs beyond 100,000 appear only in these counts. */
  ledger: Partial<Record<EntryState, number>>
}

/** Returns the scraped pages in crawl order: by depth, then by discovery. */
export function crawlOrder(state: FrontierState): number[] {
  const byDepth = new Map<number, number[]>()
  for (const [seq, entry] of state.entries.entries()) {
    if (entry.state !== 'scraped') continue
    const seqs = byDepth.get(entry.depth)
    if (seqs === undefined) byDepth.set(entry.depth, [seq])
    else seqs.push(seq)
  }
  return [...byDepth].toSorted(([a], [b]) => a - b).flatMap(([, seqs]) => seqs)
}

/** The sources of a manifest. */
export interface ManifestSources {
  state: FrontierState
  /** Scraped pages in crawl order, by `seq`. */
  order: readonly number[]
  pages: Pick<ArchivedPages, 'get'>
  /** Format of the archive that the manifest describes. */
  format: JobFormat
  job: Manifest['job']
  ledger: Manifest['ledger']
  /** Scraped pages without a record, by `seq`. */
  lost: ReadonlySet<number>
}

/** Yields the manifest as text, one page per line, on demand: for a large crawl it has many megabytes. */
export function* manifestText(sources: ManifestSources): Generator<string> {
  yield '{\n"files": '
  yield* mapText(fileNames(sources))
  yield ',\n"pages": '
  yield* listText(manifestPages(sources))
  yield ',\n"failed": '
  yield* listText(manifestFailures(sources.state))
  if (sources.lost.size > 0) {
    yield ',\n"lost": '
    yield* listText(manifestLosses(sources))
  }
  yield `,\n"job": ${JSON.stringify(sources.job)},\n"ledger": ${JSON.stringify(sources.ledger)}\n}\n`
}

/** Yields the `files` member, in crawl order. */
function* fileNames({ state, order, pages, format }: ManifestSources): Generator<[file: string, url: string]> {
  for (const seq of order) {
    const file = pages.get(seq)?.files[format]
    if (file !== undefined) yield [file.file, state.entries[seq]!.url]
  }
}

/** Yields the `pages` member, in crawl order. */
function* manifestPages({ state, order, pages, format }: ManifestSources): Generator<ManifestPage> {
  for (const seq of order) {
    const entry = state.entries[seq]!
    const archived = pages.get(seq)
    if (archived === undefined) continue
    const { facts: page, files } = archived
    const file = files[format]
    yield {
      ...(file === undefined ? {} : { file: file.file }),
      ...(entry.duplicateOf === null ? {} : { duplicateOf: state.entries[entry.duplicateOf]!.url }),
      url: entry.url,
      finalUrl: page.finalUrl ?? entry.url,
      status: page.status,
      depth: entry.depth,
      parent: entry.parent === null ? null : state.entries[entry.parent]!.url,
      title: page.title,
      contentType: page.contentType,
      ...(file === undefined ? {} : { bytes: file.bytes, sha256: file.sha256 }),
      fetchedAt: page.fetchedAt,
      attempts: page.attempts,
      winningAttempt: page.winningAttempt ?? page.attempts.findIndex(({ success }) => success) + 1,
      ...(page.actions === undefined ? {} : { actions: page.actions }),
      ...(page.stalls === undefined ? {} : { stalls: page.stalls }),
      extractor: page.extractor,
      degraded: page.degraded ?? null,
      extractMs: page.extractMs ?? null,
      ...(page.jsonReport === undefined ? {} : { json: page.jsonReport }),
      warnings: page.warnings,
    }
  }
}

/** Yields the `failed` member, in order of discovery. */
function* manifestFailures(state: FrontierState): Generator<Manifest['failed'][number]> {
  for (const { state: s, url, reason, message, attempts } of state.entries) {
    if (s === 'failed') yield { url, code: reason ?? 'failed', message: message ?? '', attempts }
  }
}

/** Yields the `lost` member, in crawl order. */
function* manifestLosses({ state, order, lost }: ManifestSources): Generator<NonNullable<Manifest['lost']>[number]> {
  for (const seq of order) {
    if (lost.has(seq)) yield { url: state.entries[seq]!.url, code: resultLostCode, message: resultLostMessage }
  }
}

/** Returns the `job` member. */
export function manifestJob(input: CrawlJobInput, status: ManifestFacts, format: JobFormat): Manifest['job'] {
  const { id, url, status: state, total, completed, failed, createdAt, completedAt, duration, error, warnings } = status
  const counters = { total, completed, failed, stalls: status.stalls ?? 0 }
  const times = { createdAt, completedAt, duration }
  return { id, url, status: state, ...counters, ...times, error, warnings, format, request: requestOf(input) }
}

/**
 * Returns the request without its secrets: headers, texts typed by actions and the webhook URL may contain a password.
 */
const requestOf = (input: CrawlJobInput): RequestFacts => omit(takeSecrets(input).input, operatorFields)
