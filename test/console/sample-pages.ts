/** Pages, ledgers and deliveries for tests of the console. */
import type { CrawlStatus } from '@seine/shared/api/schemas/job-schema.ts'
import type { JobPageDetail, JobPages } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { LedgerPage } from '@seine/shared/api/schemas/list-schema.ts'

/** Id of the crawl of all samples. */
export const crawlId = 'crawl-0b8f0f3e-6c35-4a5b-9a51-1d1b4a1c2d3e'

/** Returns the status of a finished crawl. */
export const crawlStatus = (change: Partial<CrawlStatus> = {}): CrawlStatus => ({
  success: true,
  request_id: 'r-status',
  id: crawlId,
  status: 'completed',
  paused: false,
  limit: 1_000,
  total: 42,
  completed: 40,
  failed: 2,
  pending: 0,
  inFlight: 0,
  stalls: 0,
  createdAt: '2026-11-27T12:00:00.000Z',
  completedAt: '2026-11-27T12:02:04.000Z',
  duration: 124,
  url: 'https://example.com/docs/',
  currentUrl: null,
  expiresAt: '2026-12-04T12:02:04.000Z',
  warnings: [],
  s3PresignedUrls: { zip: 'http://store/a.zip', jsonl: 'http://store/a.jsonl' },
  tag: ['docs'],
  ...change,
})

const metadata: JobPageDetail['metadata'] = {
  title: 'A guide',
  description: 'How it works.',
  language: 'en',
  canonical_url: 'https://example.com/docs/0',
  author: null,
  published_time: null,
  modified_time: null,
  site_name: 'Example',
  favicon: null,
  robots: null,
  content_type: 'text/html',
  charset: 'utf-8',
  pages: null,
  word_count: 12,
  og: { type: 'article' },
  json_ld: [{ '@type': 'Article' }],
  extractor: 'blocks',
}

/** Returns a page of a job with all formats. */
export const jobPage = (change: Partial<JobPageDetail> = {}): JobPageDetail => ({
  index: 0,
  url: 'https://example.com/docs/0',
  finalUrl: 'https://example.com/docs/0',
  status: 200,
  success: true,
  title: 'A guide',
  depth: 1,
  fetchedAt: '2026-11-27T12:00:10.000Z',
  output: {
    markdown:
      '# A guide\n\nSome *words* and a [link](/other).\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- one\n- two\n\n```\ncode\n```\n',
    html: '<!doctype html><h1>A guide</h1><script>alert(1)</script>',
    clean_html: '<h1>A guide</h1><p>Some <em>words</em>.</p>',
    links: ['https://example.com/other', 'https://example.com/third'],
    json: { name: 'A guide', price: 3 },
    screenshot: 'http://store/shot.png',
  },
  omitted: [],
  error: null,
  errorCode: null,
  attempts: [
    {
      index: 1,
      strategy: 'http_basic',
      engine: 'http',
      proxy_tier: 'none',
      started_at: '2026-11-27T12:00:09.000Z',
      elapsed_ms: 320,
      http_status: 403,
      success: false,
      outcome: 'blocked',
      error: { code: 'target_blocked', message: 'the site refused' },
      bytes_received: 512,
      blocked_by: { vendor: 'unknown', signal: 'status 403', confidence: 'low' },
    },
    {
      index: 2,
      strategy: 'browser_basic',
      engine: 'headless_shell',
      proxy_tier: 'none',
      started_at: '2026-11-27T12:00:09.400Z',
      elapsed_ms: 900,
      http_status: 200,
      success: true,
      outcome: 'success',
      error: null,
      bytes_received: 40_512,
    },
  ],
  metadata,
  warnings: [],
  request_id: 'r-page',
  ...change,
})

/** Returns a part of the pages of a job: all of it, when nothing else is said. */
export function jobPages(count: number, change: Partial<JobPages> = {}): JobPages {
  const data = Array.from({ length: count }, (_, index) => {
    const {
      metadata: _metadata,
      warnings: _warnings,
      request_id: _id,
      attempts: _attempts,
      ...entry
    } = jobPage({
      index: index * 2,
      url: `https://example.com/docs/${index}`,
      title: index % 7 === 3 ? null : `Page ${index}`,
      success: index % 7 !== 3,
      status: index % 7 === 3 ? 500 : 200,
      errorCode: index % 7 === 3 ? 'http_status' : null,
      error: index % 7 === 3 ? 'HTTP 500' : null,
      output: {},
    })
    return entry
  })
  return { data, next_cursor: null, complete: true, request_id: 'r-pages', ...change }
}

const states = ['scraped', 'failed', 'excluded', 'duplicate', 'robots'] as const

/** Returns a part of a ledger. @param from number of its first line. */
export function ledgerPart(from: number, count: number, nextCursor: string | null = null): LedgerPage {
  const data = Array.from({ length: count }, (_, at) => ({
    url: `https://example.com/docs/${from + at}`,
    state: states[(from + at) % states.length]!,
    depth: 1 + (at % 3),
    parent: 'https://example.com/docs/',
    ...((from + at) % states.length === 1 ? { reason: 'http_status', message: 'HTTP 500' } : {}),
  }))
  return { data, next_cursor: nextCursor, request_id: 'r-urls' }
}

/** Events of a finished crawl as a stream. */
export function endedStream(status: CrawlStatus, pages: number): string {
  const lines = Array.from({ length: pages }, (_, index) => {
    const at = new Date(Date.parse(status.createdAt) + index * 1_500).toISOString()
    const note = {
      index,
      url: `https://example.com/${index}`,
      finalUrl: null,
      status: 200,
      success: index % 9 !== 0,
      error: null,
      errorCode: null,
      attempts: 1,
      fetchedAt: at,
    }
    return `event: page\nid: ${index + 1}\ndata: ${JSON.stringify(note)}\n\n`
  })
  return `retry: 2000\n\n${lines.join('')}event: end\nid: end\ndata: ${JSON.stringify(status)}\n\n`
}
