/**
 * From the scrape of one page to its line in a segment, and from that line to what the frontier
 * needs. A slice that is taken up again rebuilds its outcomes from the lines alone.
 */
import type { PageMetadata } from '../extract/contract.ts'
import type { PageFault } from './page-faults.ts'
import type { PageScrape } from './scrape-page.ts'
import type { PageOutcome, PageRecord, SlicePage } from './slice-shapes.ts'

/** Code of a page whose attempt was given up; any other record of the page is worth more. */
export const cutOffCode = 'job_ended'

/**
 * The record of a page in its final state.
 * @param fault why the page failed, or null.
 * @param obeyNofollow whether robots directives of the page are honoured.
 */
export function pageRecord(
  page: SlicePage,
  index: number,
  scrape: PageScrape,
  fault: PageFault | null,
  obeyNofollow: boolean,
): PageRecord {
  const extracted = fault === null ? (scrape.answer?.extracted ?? null) : null
  const nofollow = obeyNofollow && extracted !== null && saysNofollow(extracted.metadata, scrape.answer?.headers)
  return {
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
    fetchedAt: scrape.attempts[0]?.started_at ?? new Date().toISOString(),
    attempts: scrape.attempts,
    extractor: extracted?.extractor ?? null,
    warnings: extracted === null ? [] : warningsOf(extracted),
    outputs: extracted === null || page.linksOnly ? {} : extracted.outputs,
    links: extracted === null || nofollow ? [] : extracted.links.map(({ url }) => url),
    linksOnly: page.linksOnly,
  }
}

const warningsOf = ({ warnings, degraded }: { warnings: string[]; degraded: string | null }): string[] =>
  degraded === null ? warnings : [...warnings, `degraded: ${degraded}`]

/** Meta robots and X-Robots-Tag; `none` means noindex and nofollow. */
function saysNofollow({ robots }: PageMetadata, headers: Record<string, string> | undefined): boolean {
  const directives = `${robots ?? ''},${headers?.['x-robots-tag'] ?? ''}`.toLowerCase().split(/[,\s]+/)
  return directives.includes('nofollow') || directives.includes('none')
}

/**
 * What the frontier is told of a recorded page.
 * @param linkIndex interns a URL in the link table of the slice.
 */
export function outcomeOf(record: PageRecord, linkIndex: (url: string) => number): PageOutcome {
  const { seq } = record
  if (!record.success) {
    return { seq, kind: 'failed', code: record.code ?? 'failed', message: record.message ?? '' }
  }
  return {
    seq,
    kind: record.linksOnly ? 'links_only' : 'scraped',
    finalUrl: record.finalUrl ?? record.url,
    links: record.links.map(linkIndex),
  }
}
