/** Workers that load nothing and return prepared results. */
import type { TestContext } from 'node:test'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { NetworkTask } from '@seine/shared/tasks/browser-page.ts'
import { capturedPage } from '@seine/shared/api/testing/captured-page.ts'
import { exampleAttempt } from '@seine/shared/api/examples/example-attempt.ts'
import type { FoundResults, MappedSite, ScrapedPage } from '@seine/shared/pages/worker-reply.ts'
import {
  answering,
  fakeWorker as sharedFakeWorker,
  type FakeAnswer,
  type FakeWorker,
} from '@seine/shared/worker-calls/testing/fake-worker.ts'

export { answering, capturedPage, type FakeAnswer, type FakeWorker }

/** Returns a page without content. */
export const scrapedPage = (url: string, patch: Partial<ScrapedPage> = {}): ScrapedPage => ({
  url,
  session_id: null,
  final_url: url,
  status: 200,
  success: true,
  effective_geolocation: null,
  winning_attempt: 1,
  attempts: [],
  data: { html: '' },
  metadata: {
    title: null,
    description: null,
    language: null,
    canonical_url: null,
    author: null,
    published_time: null,
    modified_time: null,
    site_name: null,
    favicon: null,
    robots: null,
    content_type: 'text/html',
    charset: 'utf-8',
    pages: null,
    word_count: 0,
    og: {},
    json_ld: [],
    extractor: 'none',
  },
  cached_at: null,
  warnings: [],
  ...patch,
})

/** Returns a site of one page. */
export const mappedSite = (url: string): MappedSite => ({
  url,
  success: true,
  links: [{ url, source: 'page' }],
  truncated: false,
  sources: { sitemap: 0, page: 1, search: 0 },
  cached_at: null,
  warnings: [],
})

/** A search without results. */
export const noResults: FoundResults = {
  query: 'lighthouse',
  engine: 'google',
  backend: 'html',
  country: null,
  language: null,
  page: 1,
  fetched_at: '2026-11-22T12:00:00.000Z',
  organic: [],
  ads: [],
  knowledge_graph: null,
  answer_box: null,
  people_also_ask: [],
  related_searches: [],
  total_results: null,
  pagination: { current: 1, next: null },
  warnings: [],
}

const found: Record<string, (url: string) => object> = {
  '/browser/network': capturedPage,
  '/scrape': scrapedPage,
  '/map': mappedSite,
  '/serp': () => noResults,
}

const finding: FakeAnswer = (call, res) => {
  const { url } = call.task as NetworkTask
  return answering(200, { kind: 'result', result: found[call.path]?.(url) })(call, res)
}

/** Returns a failed attempt. */
export const vainAttempt = (outcome: Attempt['outcome']): Attempt => ({
  ...exampleAttempt('http'),
  success: false,
  outcome,
})

/** Returns the answer of a worker that could not complete its task. */
export const problemAnswer = (code: string, attempts: object[] = [], more: object = {}): FakeAnswer =>
  answering(200, { kind: 'problem', code, detail: `told: ${code}`, attempts, ...more })

/** Starts a worker that ends with the test; it returns empty results unless `answer` is given. */
export const fakeWorker = (t: TestContext, answer: FakeAnswer = finding): Promise<FakeWorker> =>
  sharedFakeWorker(t, answer)
