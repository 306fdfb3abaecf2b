/** A validated crawl request for tests: all defaults, except for the given fields. */
import type { CrawlJobInput } from '../../tasks/job-input.ts'
import { defaultPageOptions } from './page-options.ts'

export const crawlJobInput = (patch: Partial<CrawlJobInput> = {}): CrawlJobInput => ({
  version: 1,
  id: 'crawl-00000000-0000-0000-0000-000000000000',
  kind: 'crawl',
  tenant: 'default',
  requestId: 'r',
  url: 'http://site.test/',
  limit: 10_000,
  includePaths: [],
  excludePaths: [],
  maxDiscoveryDepth: null,
  sitemap: 'include',
  ignoreQueryParameters: false,
  crawlEntireDomain: false,
  allowSubdomains: false,
  output: ['markdown'],
  page: defaultPageOptions(),
  tag: [],
  scheduleToCloseTimeoutSecs: 60,
  heartbeatTimeoutSecs: 30,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...patch,
})
