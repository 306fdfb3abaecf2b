import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { vetUrl } from '@seine/shared/egress/policy/target-policy.ts'
import { batchRequest, crawlRequest } from './job-requests.ts'
import { searchRequest } from './search-request.ts'
import { Translation } from './translation.ts'

const url = 'https://e.com/'
const allowance = new AllowList({ entries: '' })
const vet = (text: string) => vetUrl(text, allowance)
const policy: UrlPolicy = { vetUrl: vet, vetPublicUrl: vet }
const fields = ({ problems }: Translation): string[] => problems.map(({ code, field }) => `${code} ${field}`)

test('a crawl keeps the fields that both sides spell the same', () => {
  const notes = new Translation()
  const same = {
    includePaths: ['a'],
    excludePaths: ['b'],
    maxDiscoveryDepth: 2,
    sitemap: 'skip',
    crawlEntireDomain: true,
  }
  const request = crawlRequest(
    { url, ...same, allowExternalLinks: false, scrapeOptions: { formats: ['html'], waitFor: 10 } },
    notes,
  )
  assert.deepEqual(request?.body, {
    url,
    ...same,
    output: ['clean_html'],
    scrape: { only_main_content: true, wait_ms: 10, js_render: true },
  })
  const named = notes.inTheirNames({ pointer: '/scrape/wait_ms', code: 'validation_failed', message: '' })
  assert.equal(named.field, 'scrapeOptions.waitFor')
})

test('a crawl refuses what would change its result', () => {
  const notes = new Translation()
  const lacking = {
    allowExternalLinks: true,
    ignoreRobotsTxt: true,
    regexOnFullURL: true,
    prompt: 'only blogs',
    delay: 1,
    maxConcurrency: 2,
  }
  assert.equal(crawlRequest({ url, ...lacking, scrapeOptions: { minAge: 1, tone: 'x' } }, notes), null)
  assert.deepEqual(
    fields(notes).toSorted(),
    [
      ...Object.keys(lacking).map((name) => `NOT_SUPPORTED ${name}`),
      'BAD_REQUEST scrapeOptions.tone',
      'NOT_SUPPORTED scrapeOptions.minAge',
    ].toSorted(),
  )
})

test('a batch has its page options at the top, in camelCase', async () => {
  const notes = new Translation()
  const request = await batchRequest(
    { urls: [url], formats: ['rawHtml'], excludeTags: ['p'], maxAge: 5_000 },
    notes,
    policy,
  )
  assert.deepEqual(request, {
    body: { urls: [url], output: ['html'], onlyMainContent: true, excludeTags: ['p'], maxAge: 5, limit: 10_000 },
    invalidUrls: null,
    events: null,
  })
  assert.equal(await batchRequest({ urls: [url], appendToId: 'batch-1' }, notes, policy), null)
  assert.deepEqual(fields(notes), ['NOT_SUPPORTED appendToId'])
})

test('the receiver of a webhook becomes ours, and its rules are named as the caller wrote them', async () => {
  const notes = new Translation()
  const hook = { url: 'https://receiver.example/', events: ['failed'] }
  const crawl = crawlRequest({ url, webhook: hook }, notes)
  assert.deepEqual(
    [crawl?.body['webhook'], crawl?.events?.page, crawl?.events?.failed],
    [{ url: hook.url }, false, true],
  )
  const batch = await batchRequest({ urls: [url], webhook: hook.url }, notes, policy)
  assert.deepEqual([batch?.body['webhook'], batch?.events?.cancelled], [{ url: hook.url }, true])
  const named = notes.inTheirNames({ pointer: '/webhook/url', code: 'url_not_allowed', message: '' })
  assert.equal(named.field, 'webhook')
  assert.equal(crawlRequest({ url, webhook: { events: [] } }, notes), null)
  assert.equal(await batchRequest({ urls: [url], webhook: 1 }, notes, policy), null)
})

test('a batch drops invalid URLs when that is requested', async () => {
  const tooLong = `https://e.com/?q=${'é'.repeat(400)}`
  const urls = [url, 'nonsense', 'http://10.0.0.1/', 7, tooLong]
  const dropped = await batchRequest({ urls, ignoreInvalidURLs: true }, new Translation(), policy)
  assert.deepEqual(dropped?.body['urls'], [url])
  assert.deepEqual(dropped?.invalidUrls, ['nonsense', 'http://10.0.0.1/', '7', tooLong])
  assert.deepEqual((await batchRequest({ urls }, new Translation(), policy))?.body['urls'], urls)
})

test('a search becomes a query, and the options of its results', () => {
  const notes = new Translation()
  const request = searchRequest(
    { query: 'boats', limit: 5, tbs: 'qdr:m', country: 'DE', sources: ['web'], timeout: 9_000, scrapeOptions: {} },
    notes,
  )
  assert.equal(request?.query.toString(), 'query=boats&num_results=5&time_range=m&country=DE')
  assert.deepEqual([request?.page, request?.timeoutMs], [{ output: ['markdown'], only_main_content: true }, 9_000])
  assert.equal(searchRequest({ query: 'boats', sources: [{ type: 'web', tbs: 'qdr:d' }] }, notes)?.page, null)
  const lacking = {
    sources: ['news', { type: 'images' }],
    categories: ['pdf'],
    includeDomains: ['e.com'],
    tbs: 'cdr:1',
  }
  assert.equal(searchRequest({ query: 'boats', ...lacking }, notes), null)
  assert.deepEqual(fields(notes), [
    'NOT_SUPPORTED categories',
    'NOT_SUPPORTED includeDomains',
    'NOT_SUPPORTED sources[0]',
    'NOT_SUPPORTED sources[1]',
    'NOT_SUPPORTED tbs',
  ])
})
