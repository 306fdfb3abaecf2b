import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { WorkerCallError } from '@seine/shared/worker-calls/worker-call-error.ts'
import { BrowserUnavailableError, type PageBrowser } from '@seine/shared/pages/page.ts'
import { html, mapLab, urlset } from './testing/map-lab.ts'

const app = html(
  '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/app.js"></script>',
  'App',
)

/** A site whose start page needs a browser, and a browser that is unavailable. */
async function appLab(context: TestContext, code: BrowserUnavailableError['code'], files = {}) {
  const lab = await mapLab(context, { '/': app, ...files })
  const error = new BrowserUnavailableError(code, 'told')
  error.cause = new WorkerCallError('busy', 'browser', 'told', { retryAfterSecs: 4 })
  const browser: PageBrowser = { view: async () => await Promise.reject(error) }
  lab.ports.browser = browser
  return lab
}

describe('a site that needs a browser when none is available', () => {
  it('is listed without one, with a warning, and is not cached as complete', async (context) => {
    const { mapped } = await appLab(context, 'browser_unavailable')
    const map = await mapped()
    assert.deepEqual(
      map.links.map(({ url }) => url),
      ['/'],
    )
    assert.ok(map.warnings.includes('browser: browser_unavailable: told'), map.warnings.join())
    assert.equal((await mapped()).cached_at, null)
  })

  it('is retryable when all browsers are busy and the site has no other source', async (context) => {
    const { map } = await appLab(context, 'concurrency_limit_reached')
    const reply = await map()
    assert.ok(reply.kind === 'problem')
    assert.deepEqual([reply.code, reply.retryAfterSecs], ['concurrency_limit_reached', 4])
  })

  it('has the links of its sitemaps when all browsers are taken', async (context) => {
    const { mapped } = await appLab(context, 'concurrency_limit_reached', { '/sitemap.xml': urlset('/a') })
    const map = await mapped()
    assert.deepEqual(
      map.links.map(({ url }) => url),
      ['/a'],
    )
    assert.match(map.warnings.join(), /start page could not be read: told/)
    assert.equal((await mapped()).cached_at, null)
  })
})
