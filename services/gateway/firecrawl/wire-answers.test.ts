import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problems, type ProblemCode } from '@seine/shared/api/schemas/problems.ts'
import type { ScrapeResult } from '@seine/shared/api/schemas/scrape-result.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import type { JobView } from '../jobs/status-body.ts'
import { scrapedPage, vainAttempt } from '../testing/fake-worker.ts'
import { scrapedDocument } from '@seine/shared/firecrawl/document.ts'
import { Translation } from './translate/translation.ts'
import { renamedError, translationError, WireError, wireErrorOf } from './wire-error.ts'
import { wireJobStatus } from './wire-job-status.ts'

const meaning = (code: ProblemCode): string => {
  const { status, body } = wireErrorOf(new ApiError(code, 'why'))
  return `${status} ${body.code}`
}

test('errors have the status and the code that SDKs act on', () => {
  assert.deepEqual(
    (
      [
        'malformed_json',
        'body_too_large',
        'unsupported_media_type',
        'limit_exceeded',
        'idempotency_key_reused',
      ] as const
    ).map((code) => meaning(code)),
    Array<string>(5).fill('400 BAD_REQUEST'),
  )
  assert.equal(meaning('url_not_allowed'), '403 URL_BLOCKED')
  assert.equal(meaning('unsafe_target'), '403 URL_BLOCKED')
  assert.equal(meaning('unauthorized'), '401 UNAUTHORIZED')
  assert.equal(meaning('job_not_found'), '404 JOB_NOT_FOUND')
  assert.equal(meaning('concurrency_limit_reached'), '429 RATE_LIMIT_EXCEEDED')
  assert.equal(meaning('dns_failure'), '200 SCRAPE_DNS_RESOLUTION_ERROR')
  assert.equal(meaning('tls_failure'), '500 SCRAPE_SSL_ERROR')
  assert.equal(meaning('budget_exceeded'), '408 SCRAPE_TIMEOUT')
  assert.equal(meaning('target_blocked'), '500 SCRAPE_ALL_ENGINES_FAILED')
  assert.equal(meaning('proxy_not_configured'), '501 NOT_CONFIGURED')
  assert.equal(meaning('result_store_unavailable'), '503 SERVICE_UNAVAILABLE')
})

test('no error has status 502, which SDKs would repeat', () => {
  for (const code of Object.keys(problems) as ProblemCode[]) assert.doesNotMatch(meaning(code), /^502/, code)
})

test('the last attempt says why all of them failed', () => {
  const failed = (outcome: 'timeout' | 'network_error' | 'empty'): string => {
    const attempts = [vainAttempt(outcome)]
    return wireErrorOf(new ApiError('all_attempts_failed', 'why', { attempts })).body.code
  }
  assert.deepEqual(
    [failed('timeout'), failed('network_error'), failed('empty')],
    ['SCRAPE_TIMEOUT', 'SCRAPE_SITE_ERROR', 'SCRAPE_ALL_ENGINES_FAILED'],
  )
})

test('a request that is wrong and asks for what is lacking is 400, with all problems', () => {
  const notes = new Translation()
  notes.lacks('minAge')
  assert.deepEqual(
    [translationError(notes).answer.status, translationError(notes).answer.body.code],
    [501, 'NOT_SUPPORTED'],
  )
  notes.bad('colour', 'is not a field of this endpoint')
  const { status, body } = translationError(notes).answer
  assert.deepEqual([status, body.code, body.details?.length], [400, 'BAD_REQUEST', 2])
  assert.equal(body.error, '`colour` is not a field of this endpoint (and 1 more, see details)')
})

test('problems that an operation finds are reported under the names of the request', () => {
  const notes = new Translation()
  notes.name('/exclude_tags', 'scrapeOptions.excludeTags')
  const error = renamedError(
    invalidRequest([
      { pointer: '/exclude_tags/0', code: 'validation_failed', message: '`exclude_tags[0]` must be CSS' },
    ]),
    notes,
  )
  assert.ok(error instanceof WireError)
  assert.equal(error.answer.status, 400)
  assert.equal(error.answer.body.error, '`scrapeOptions.excludeTags[0]` must be CSS')
})

const result = (patch: Partial<ScrapeResult>): ScrapeResult => ({
  ...scrapedPage('https://e.com/a'),
  request_id: 'req-1',
  tag: null,
  url: 'https://E.com/a',
  final_url: 'https://e.com/b',
  ...patch,
})

test('a document has the content under its names, and metadata without nulls', () => {
  const page = scrapedPage('')
  const document = scrapedDocument(
    result({
      data: { html: '<raw>', clean_html: '<clean>', markdown: '# A', links: ['https://e.com/'], json: { a: 1 } },
      metadata: {
        ...page.metadata,
        title: 'A',
        og: { title: 'OG', 'locale:alternate': 'de_DE', image: ['1.png', '2.png'], 'image:width': '5' },
      },
      warnings: ['slow'],
      winning_attempt: 1,
      attempts: [{ ...vainAttempt('success'), index: 1, proxy_tier: 'premium' }],
      cached_at: '2026-01-01T00:00:00Z',
    }),
    ['cut'],
  )
  const { metadata, ...content } = document
  assert.deepEqual(content, {
    markdown: '# A',
    html: '<clean>',
    rawHtml: '<raw>',
    links: ['https://e.com/'],
    json: { a: 1 },
    warning: 'cut; slow',
  })
  assert.deepEqual(metadata, {
    ogTitle: 'OG',
    ogLocaleAlternate: ['de_DE'],
    ogImage: '1.png',
    ogImageWidth: '5',
    title: 'A',
    contentType: 'text/html',
    sourceURL: 'https://E.com/a',
    url: 'https://e.com/b',
    statusCode: 200,
    scrapeId: 'req-1',
    proxyUsed: 'stealth',
    cacheState: 'hit',
    cachedAt: '2026-01-01T00:00:00Z',
    creditsUsed: 1,
  })
})

const view = (patch: Partial<JobView>): JobView => ({
  id: 'crawl-1',
  status: 'running',
  paused: false,
  limit: 10,
  total: 6,
  completed: 3,
  failed: 2,
  inFlight: 1,
  pending: 2,
  stalls: 0,
  createdAt: '2026-01-01T00:00:00Z',
  completedAt: null,
  duration: 1,
  url: 'https://e.com/',
  currentUrl: null,
  expiresAt: null,
  warnings: [],
  s3PresignedUrls: null,
  partialS3PresignedUrls: null,
  error: null,
  tag: [],
  deliveries: [],
  retryOf: null,
  ...patch,
})

test('failed pages count nowhere in a status, and running jobs are `scraping`', () => {
  const running = wireJobStatus(view({}), [], null)
  assert.deepEqual([running.status, running.total, running.completed, running.creditsUsed], ['scraping', 6, 3, 3])
  const ended = wireJobStatus(view({ status: 'failed', error: 'no budget', warnings: ['slow'] }), [], 'http://next')
  assert.deepEqual([ended.status, ended.total, ended.completed, ended.next], ['failed', 3, 3, 'http://next'])
  assert.deepEqual([ended.error, ended.warning], ['no budget', 'no budget; slow'])
})
