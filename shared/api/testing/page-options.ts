/** Page options for tests: every default, but for what is given. */
import type { BrowserPageOptions } from '../../tasks/browser-page.ts'
import type { PageOptions } from '../../tasks/job-input.ts'

/** How a browser loads a page when nothing is asked of it. */
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

/** How a page is read when nothing is asked of it. */
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
