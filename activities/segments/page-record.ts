/**
 * Converts the scrape of a page to its line in a segment, and that line to the outcome for the frontier. A slice that
 * is resumed rebuilds its outcomes from the lines alone.
 */
import type { ActionResult } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { PageMetadata } from '@seine/shared/pages/extraction.ts'
import { saysNofollow } from '../html/robots-directives.ts'
import { jobAttempt } from './job-attempt.ts'
import type { PageScrape } from '@seine/shared/pages/page.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import type { WirePlace } from '@seine/shared/egress/connections/wire-exchange.ts'
import { outputsOf, type StoredVersion } from '@seine/shared/pages/stored-page.ts'
import type {
  ActionCounts,
  PageHead,
  PageOutcome,
  RecordedOutcome,
  SlicePage,
  StoredHead,
} from '@seine/shared/pages/slice-shapes.ts'

/** Code of a page whose attempt was abandoned; any other record of the page takes precedence. */
export const cutOffCode = 'job_ended'

/** Which links of a page the job may follow: all, none, or those of pages without a nofollow rule for the agent. */
export type Following = 'all' | 'none' | { agentToken: string }

/** A finished page before it is written to a segment. */
export interface FinishedPage {
  head: PageHead
  /** Outputs as JSON in UTF-8, freed once they are in their segment; null if none exist. */
  outputs: Uint8Array | null
}

/** Position of a page in its slice, its lane, and the job's rule for following its links. */
export interface PagePlace {
  /** Position in the slice's list. */
  index: number
  lane: Lane
  following: Following
  /** Number of loads of the page that were cut because they received nothing. @default 0 */
  stalls?: number
  /** The stored page that is the result when the scrape found it unchanged. */
  stored?: { page: StoredVersion; head: StoredHead } | null
  /** Where its document is among the recorded exchanges; null or absent: nowhere. */
  wire?: WirePlace | null
}

/** The scrape of a page that was not requested. */
export const nothingScraped: Omit<PageScrape, 'fault'> = {
  answer: null,
  escalation: null,
  screenshot: null,
  attempts: [],
  winningAttempt: null,
  redirects: [],
  actions: [],
  cachedAt: null,
  warnings: [],
}

/** Returns the record of a page that failed without an attempt of its own. */
export const failedRecord = (page: SlicePage, place: PagePlace, fault: PageFault): FinishedPage =>
  pageRecord(page, place, { ...nothingScraped, fault })

/**
 * Returns the record of a page in its final state.
 * @param screenshot key of the object that holds the screenshot; null if none exists.
 */
export function pageRecord(
  page: SlicePage,
  { index, lane, following, stalls = 0, stored = null, wire = null }: PagePlace,
  scrape: PageScrape,
  screenshot: string | null = null,
): FinishedPage {
  const { fault, attempts, winningAttempt, actions } = scrape
  const extracted = fault === null ? (scrape.answer?.extracted ?? null) : null
  const follows = extracted !== null && mayFollow(extracted.metadata, scrape.answer?.headers, following)
  const winner = attempts.find((attempt) => attempt.index === winningAttempt) ?? attempts[0]
  const head: PageHead = {
    seq: page.seq,
    index,
    url: page.url,
    finalUrl: scrape.answer?.finalUrl ?? null,
    status: scrape.answer?.status ?? null,
    success: fault === null,
    code: fault?.code ?? null,
    message: fault?.message ?? null,
    contentType: scrape.answer?.headers['content-type'] ?? null,
    title: extracted?.metadata.title ?? null,
    fetchedAt: scrape.cachedAt ?? winner?.started_at ?? new Date().toISOString(),
    attempts: [...(page.earlier ?? []), ...attempts.map(jobAttempt)],
    winningAttempt,
    lane,
    ...(actions.length === 0 ? {} : { actions: actionCounts(actions) }),
    ...(stalls === 0 ? {} : { stalls }),
    extractor: extracted?.extractor ?? null,
    ...(extracted === null ? {} : { degraded: extracted.degraded, extractMs: Math.round(extracted.elapsedMs) }),
    ...(extracted?.jsonReport === undefined ? {} : { jsonReport: extracted.jsonReport }),
    warnings: scrape.warnings,
    links: follows ? extracted.links : [],
    linksDropped: follows ? extracted.linksDropped : 0,
    sketch: following === 'none' ? null : (extracted?.sketch ?? null),
    linksOnly: page.linksOnly,
    ...(screenshot === null ? {} : { screenshot }),
    ...(extracted?.body === undefined ? {} : { body: extracted.body }),
    ...(extracted === null || page.linksOnly ? {} : { metadata: extracted.metadata }),
    ...(scrape.print === undefined ? {} : { print: scrape.print }),
    ...(wire === null ? {} : { wire }),
    ...(scrape.unchanged === undefined || stored === null ? {} : { ...stored.head, stored: outputsOf(stored.page) }),
  }
  return { head, outputs: extracted === null || page.linksOnly ? null : extracted.outputs }
}

function actionCounts(actions: readonly ActionResult[]): ActionCounts {
  const counts: ActionCounts = { ok: 0, skipped: 0, failed: 0 }
  for (const { status } of actions) counts[status] += 1
  return counts
}

function mayFollow(metadata: PageMetadata, headers: Record<string, string> | undefined, following: Following): boolean {
  if (typeof following === 'string') return following === 'all'
  return !saysNofollow(metadata.robots, headers?.['x-robots-tag'], following.agentToken)
}

/**
 * Returns the outcome of a recorded page for the frontier.
 * @param linkIndex interns a URL in the link table of the slice.
 * @param segment position of its segment in those of the slice; null: the record is not durable yet.
 */
export function outcomeOfRecord(
  record: PageHead,
  linkIndex: (url: string) => number,
  segment: number | null,
): PageOutcome {
  const { seq, status, index, fetchedAt } = record
  const recorded: RecordedOutcome = segment === null ? {} : { place: [segment, index], fetchedAt }
  if (!record.success) {
    const { code, message, finalUrl } = record
    return { seq, kind: 'failed', code: code ?? 'failed', message: message ?? '', finalUrl, status, ...recorded }
  }
  return {
    seq,
    kind: record.linksOnly ? 'links_only' : 'scraped',
    finalUrl: record.finalUrl ?? record.url,
    status,
    links: record.links.map(linkIndex),
    linksDropped: record.linksDropped,
    sketch: record.sketch,
    ...recorded,
  }
}
