/** `manifest.json` of an archive: which file is which page, what failed, and what was asked. */
import { takeSecrets } from '@seine/shared/jobs/job-secrets.ts'
import type { JsonReport } from '@seine/shared/api/schemas/json-report.ts'
import type { JobFormat, CrawlJobInput, FinalStatus } from '@seine/shared/tasks/job-input.ts'
import type { EntryState } from '../frontier/state/entry.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import type { ActionCounts, AttemptRecord, PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { resultLostCode, resultLostMessage } from './ledger/lost-results.ts'
import { listText, mapText } from './text-pieces.ts'

/** The final status without what archives cannot know yet. */
export type ManifestFacts = Omit<FinalStatus, 'archives' | 'ledgerChunks'>

/** Facts of a page that are kept in memory while archives are written. */
export type ArchivedPageFacts = Pick<
  PageRecord,
  | 'finalUrl'
  | 'status'
  | 'contentType'
  | 'title'
  | 'fetchedAt'
  | 'attempts'
  | 'winningAttempt'
  | 'actions'
  | 'stalls'
  | 'extractor'
  | 'degraded'
  | 'extractMs'
  | 'jsonReport'
  | 'warnings'
>

/** A file in the archive. */
export interface FileFacts {
  file: string
  bytes: number
  sha256: string
}

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
  attempts: AttemptRecord[]
  /** `index` of the attempt that brought the page. */
  winningAttempt: number
  /** How its actions went; absent when there were none. */
  actions?: ActionCounts
  /** Loads of the page that were cut for their silence and made again; absent when there were none. */
  stalls?: number
  extractor: string | null
  /** Why the output is less than asked for. */
  degraded: string | null
  /** Time the extraction took in its thread, milliseconds; null when there was none. */
  extractMs: number | null
  /** Of the format `json`: validity, sources, what a model has used; absent where it was not asked for. */
  json?: JsonReport
  warnings: string[]
}

/** The request as the caller made it, without what only operators need. */
type RequestFacts = Omit<
  CrawlJobInput,
  'version' | 'id' | 'kind' | 'tenant' | 'keyId' | 'requestId' | 'requestHash' | 'sealed' | 'notify' | 'notifyPlan'
>

export interface Manifest {
  files: Record<string, string>
  pages: ManifestPage[]
  failed: { url: string; code: string; message: string; attempts: number }[]
  /** Pages that were scraped and whose results are gone; absent when there are none. */
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
    /** Loads of its pages that were cut for their silence and made again. */
    stalls: number
    createdAt: string
    completedAt: string
    duration: number
    error: string | null
    warnings: string[]
  }
  /** URLs per final state; beyond 100,000 they are only counted here. */
  ledger: Partial<Record<EntryState, number>>
}

/** Scraped pages in crawl order: by depth, then by discovery. */
export function crawlOrder(state: FrontierState): number[] {
  const scraped = state.entries.flatMap((entry, seq) => (entry.state === 'scraped' ? [seq] : []))
  return scraped.toSorted((a, b) => state.entries[a]!.depth - state.entries[b]!.depth || a - b)
}

/** What a manifest is made from. */
export interface ManifestSources {
  state: FrontierState
  /** Scraped pages in crawl order, by `seq`. */
  order: readonly number[]
  facts: ReadonlyMap<number, ArchivedPageFacts>
  /** Files of the archive the manifest is for. */
  files: ReadonlyMap<number, FileFacts>
  job: Manifest['job']
  ledger: Manifest['ledger']
  /** Scraped pages without a record, by `seq`. */
  lost: ReadonlySet<number>
}

/** The manifest as text, a page a line, made as it is taken: a large crawl has many megabytes of it. */
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

/** The `files` member: in crawl order. */
function* fileNames({ state, order, files }: ManifestSources): Generator<[file: string, url: string]> {
  for (const seq of order) {
    const file = files.get(seq)
    if (file !== undefined) yield [file.file, state.entries[seq]!.url]
  }
}

/** The `pages` member: in crawl order. */
function* manifestPages({ state, order, facts, files }: ManifestSources): Generator<ManifestPage> {
  for (const seq of order) {
    const entry = state.entries[seq]!
    const page = facts.get(seq)
    if (page === undefined) continue
    const file = files.get(seq)
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

/** The `failed` member, in order of discovery. */
function* manifestFailures(state: FrontierState): Generator<Manifest['failed'][number]> {
  for (const { state: s, url, reason, message, attempts } of state.entries) {
    if (s === 'failed') yield { url, code: reason ?? 'failed', message: message ?? '', attempts }
  }
}

/** The `lost` member, in crawl order. */
function* manifestLosses({ state, order, lost }: ManifestSources): Generator<NonNullable<Manifest['lost']>[number]> {
  for (const seq of order) {
    if (lost.has(seq)) yield { url: state.entries[seq]!.url, code: resultLostCode, message: resultLostMessage }
  }
}

/** The `job` member. */
export function manifestJob(input: CrawlJobInput, status: ManifestFacts, format: JobFormat): Manifest['job'] {
  const { id, url, status: state, total, completed, failed, createdAt, completedAt, duration, error, warnings } = status
  const counters = { total, completed, failed, stalls: status.stalls ?? 0 }
  const times = { createdAt, completedAt, duration }
  return { id, url, status: state, ...counters, ...times, error, warnings, format, request: requestOf(input) }
}

/** Headers, what actions type and the URL of a receiver may be a password. */
function requestOf(input: CrawlJobInput): RequestFacts {
  const { version: _, id: __, kind: ___, tenant: ____, requestId: _____, ...rest } = takeSecrets(input).input
  const {
    requestHash: ______,
    sealed: _______,
    keyId: ________,
    notify: _________,
    notifyPlan: __________,
    ...request
  } = rest
  return request
}
