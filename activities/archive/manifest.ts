/** `manifest.json` of an archive: which file is which page, what failed, and what was asked. */
import type { CrawlFormat, CrawlJobInput, FinalStatus } from '@seine/shared/api/job-input.ts'
import type { EntryState } from '../frontier/entry.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import type { AttemptRecord, PageRecord } from '../page/slice-shapes.ts'

/** Facts of a page that are kept in memory while archives are written. */
export type PageFacts = Omit<PageRecord, 'outputs' | 'links' | 'linksOnly' | 'success' | 'code' | 'message'>

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
  winningAttempt: number
  extractor: string | null
  warnings: string[]
}

export interface Manifest {
  files: Record<string, string>
  pages: ManifestPage[]
  failed: { url: string; code: string; message: string; attempts: number }[]
  job: {
    id: string
    url: string
    status: FinalStatus['status']
    format: CrawlFormat
    request: Omit<CrawlJobInput, 'version' | 'id' | 'kind' | 'tenant' | 'requestId' | 'requestHash'>
    total: number
    completed: number
    failed: number
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

/** The `pages` and `files` members. */
export function manifestPages(
  state: FrontierState,
  order: readonly number[],
  facts: ReadonlyMap<number, PageFacts>,
  files: ReadonlyMap<number, FileFacts>,
): Pick<Manifest, 'pages' | 'files'> {
  const pages: ManifestPage[] = []
  const byFile: Record<string, string> = {}
  for (const seq of order) {
    const entry = state.entries[seq]!
    const page = facts.get(seq)
    if (page === undefined) continue
    const file = files.get(seq)
    if (file !== undefined) byFile[file.file] = entry.url
    pages.push({
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
      winningAttempt: page.attempts.findIndex(({ success }) => success) + 1,
      extractor: page.extractor,
      warnings: page.warnings,
    })
  }
  return { pages, files: byFile }
}

/** The `failed` member, in order of discovery. */
export function manifestFailures(state: FrontierState): Manifest['failed'] {
  return state.entries.flatMap(({ state: s, url, reason, message, attempts }) =>
    s === 'failed' ? [{ url, code: reason ?? 'failed', message: message ?? '', attempts }] : [],
  )
}
