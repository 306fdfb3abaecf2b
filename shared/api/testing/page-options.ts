/** Page options for tests: all defaults, except for the given fields. */
import type { BrowserPageOptions } from '../../tasks/browser-page.ts'
import type { PageOptions } from '../../tasks/job-input.ts'

/** Returns how a browser loads a page without any options. */
export const defaultBrowserOptions = (patch: Partial<BrowserPageOptions> = {}): BrowserPageOptions => ({
  timeoutMs: 30_000,
  actions: [],
  waitSelector: null,
  waitMs: 0,
  networkIdle: false,
  loadDom: true,
  disableResources: [],
  headers: {},
  geolocation: null,
  proxy: 'auto',
  ...patch,
})

/** Returns how a page is scraped without any options. */
export const defaultPageOptions = (patch: Partial<PageOptions> = {}): PageOptions => ({
  onlyMainContent: true,
  timeoutMs: 30_000,
  method: 'GET',
  body: null,
  render: 'auto',
  browser: defaultBrowserOptions(),
  includeTags: [],
  excludeTags: [],
  maxAgeSecs: 0,
  json: null,
  sessionId: null,
  ...patch,
})
