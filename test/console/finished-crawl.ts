/** Answers of the API for a finished crawl. */
import type { CrawlStatus } from '@seine/shared/api/schemas/job-schema.ts'
import type { JobPageDetail } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { ConsoleLab } from './console-lab.ts'
import { crawlId, crawlStatus, endedStream, jobPage, jobPages, ledgerPart } from './sample-pages.ts'

/** What differs from the sample. */
export interface FinishedCrawl {
  status?: Partial<CrawlStatus>
  page?: Partial<JobPageDetail>
}

/** Chooses answers for a crawl and its pages. */
export function finishedCrawl({ answer }: ConsoleLab, { status = {}, page = {} }: FinishedCrawl = {}): void {
  const body = crawlStatus(status)
  answer('GET', `/crawl/${crawlId}`, { body })
  answer('GET', `/crawl/${crawlId}/events`, {
    body: endedStream(body, body.completed + body.failed),
    headers: { 'content-type': 'text/event-stream' },
  })
  answer('GET', `/crawl/${crawlId}/pages`, { body: jobPages(42) })
  answer('GET', `/crawl/${crawlId}/pages/*`, ({ path }) => {
    const index = Number(path.split('/').at(-1))
    return { body: jobPage({ index, url: `https://example.com/docs/${index / 2}`, ...page }) }
  })
  answer('GET', `/crawl/${crawlId}/urls`, { body: ledgerPart(0, 200) })
  answer('GET', `/crawl/${crawlId}/webhooks`, {
    body: {
      data: [
        {
          event_id: `evt_${crawlId}_1`,
          type: 'crawl.started',
          sequence: 1,
          state: 'retrying',
          try: 1,
          at: '2026-11-27T12:00:01.000Z',
          elapsed_ms: 31,
          http_status: 500,
          error: { code: 'http_status', message: 'HTTP 500' },
          next_try_at: '2026-11-27T12:00:06.000Z',
          redelivery: false,
        },
      ],
      next_cursor: null,
      request_id: 'r-hooks',
    },
  })
}
