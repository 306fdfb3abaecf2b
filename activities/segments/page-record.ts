/**
 * From the scrape of one page to its line in a segment, and from that line to what the frontier
 * needs. A slice that is taken up again rebuilds its outcomes from the lines alone.
 */
import type { ActionResult } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { PageMetadata } from '@seine/shared/pages/extraction.ts'
import { saysNofollow } from '../html/robots-directives.ts'
import { attemptRecord } from './attempt-record.ts'
import type { PageScrape } from '@seine/shared/pages/page.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import type { ActionCounts, PageHead, PageOutcome, SlicePage } from '@seine/shared/pages/slice-shapes.ts'

/** Code of a page whose attempt was given up; any other record of the page is worth more. */
export const cutOffCode = 'job_ended'

/** Which links of a page the job may follow: all, never any, or those of pages that do not say nofollow to the agent. */
export type Following = 'all' | 'none' | { agentToken: string }

/** A page on its way to its segment. */
export interface FinishedPage {
  head: PageHead
  /** Outputs as JSON in UTF-8; null when there are none. */
  outputs: Uint8Array | null
}

/** Where a page stands: in its slice, in a lane, in the rules of the job. */
export interface PagePlace {
  /** Position in the slice's list. */
  index: number
  lane: Lane
  following: Following
  /** Loads of the page that were cut for their silence. @default 0 */
  stalls?: number
}

/** What there is of a page that was not asked for. */
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

/** What is recorded of a page that failed without an attempt of its own. */
export const failedRecord = (page: SlicePage, place: PagePlace, fault: PageFault): FinishedPage =>
  pageRecord(page, place, { ...nothingScraped, fault })

/**
 * The record of a page in its final state.
 * @param screenshot object that has the screenshot; null when there is none.
 */
export function pageRecord(
  page: SlicePage,
  { index, lane, following, stalls = 0 }: PagePlace,
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
    attempts: [...(page.earlier ?? []), ...attempts.map(attemptRecord)],
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
 * What the frontier is told of a recorded page.
 * @param linkIndex interns a URL in the link table of the slice.
 */
export function outcomeOf(record: PageHead, linkIndex: (url: string) => number): PageOutcome {
  const { seq, status } = record
  if (!record.success) {
    const { code, message, finalUrl } = record
    return { seq, kind: 'failed', code: code ?? 'failed', message: message ?? '', finalUrl, status }
  }
  return {
    seq,
    kind: record.linksOnly ? 'links_only' : 'scraped',
    finalUrl: record.finalUrl ?? record.url,
    status,
    links: record.links.map(linkIndex),
    linksDropped: record.linksDropped,
    sketch: record.sketch,
  }
}
