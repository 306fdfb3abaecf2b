/** A browser without Chromium, for tests of the page path. */
import type { BrowserView, PageBrowser } from '@seine/shared/pages/page.ts'

/** A fake browser that records its requests. */
export interface FakeBrowser extends PageBrowser {
  asked: [url: string, headers: Record<string, string>][]
}

/** The only attempt of each page. */
export const browserAttempt: BrowserView['attempts'][number] = {
  index: 1,
  strategy: 'browser_basic',
  engine: 'headless_shell',
  proxy_tier: 'none',
  geolocation: null,
  started_at: '2026-01-01T00:00:01.000Z',
  elapsed_ms: 5,
  http_status: 200,
  success: true,
  outcome: 'success',
  timings_ms: { queue: 0, acquire: 0, navigate: 0, wait: 0, actions: 0, settle: 0, collect: 0 },
  requests_total: 7,
} as BrowserView['attempts'][number]

/**
 * A browser that shows the same page for every URL.
 * @param patch replaces parts of the view.
 */
export function fakeBrowser(patch: Partial<BrowserView> = {}): FakeBrowser {
  const asked: FakeBrowser['asked'] = []
  return {
    asked,
    async view(url, page) {
      asked.push([url, page.headers])
      return await Promise.resolve({
        attempts: [browserAttempt],
        fault: null,
        status: 200,
        finalUrl: url,
        headers: { 'content-type': 'text/html' },
        redirects: [],
        html: { text: `hello\nlinks: ${new URL('/next', url).href}`, url, truncated: false },
        screenshot: null,
        actions: [],
        warnings: [],
        ...patch,
      })
    },
  }
}
