/** Page requests for tests. */
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import type { PageRequest } from '@seine/shared/pages/page.ts'

/** Returns a request with defaults for everything that is not given. */
export const pageRequest = (patch: Partial<PageRequest> & Pick<PageRequest, 'url'>): PageRequest => ({
  method: 'GET',
  body: null,
  browser: browserPageOptions({}),
  screenshot: null,
  deadlineMs: Date.now() + 60_000,
  keepBrokenOff: false,
  errorPages: 'read',
  signal: new AbortController().signal,
  judgeRedirect: async () => await Promise.resolve(null),
  render: 'auto',
  formats: ['markdown'],
  content: { onlyMainContent: false },
  metadata: 'head',
  compared: false,
  tenant: 'tenant',
  maxAgeSecs: 0,
  earlier: [],
  ...patch,
})
