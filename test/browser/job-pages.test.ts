/** Pages of jobs: the browser lane classifies an answer in the same way as the HTTP lane. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPageBrowser } from '@seine/activities/browser/page-browser.ts'
import type { PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import { scrapePage } from '@seine/activities/page/scrape-page.ts'
import { fakeExtractor } from '@seine/activities/page/testing/fake-web.ts'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import { startWorkerLab, type WorkerLab } from './worker-lab.ts'

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): FixtureHandler =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Scripts that remove functions that a careless reader would call. */
const patched = html(`<h1>Patched</h1><script>
  Document.prototype.querySelectorAll = Document.prototype.querySelector = () => { throw new Error('mine') }
  document.createTreeWalker = XMLSerializer = Promise = setTimeout = performance = undefined
  JSON.stringify = () => 'mine'
</script>`)

describe('pages of jobs in both lanes', () => {
  let lab: WorkerLab
  let site: Fixture
  let egress: EgressClient
  before(async () => {
    site = await startFixture({
      '/page': html('<h1>Page</h1>'),
      '/picture': answer(200, { 'content-type': 'image/svg+xml' }, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      '/film': answer(200, { 'content-type': 'video/ogg' }, 'OggS'),
      '/nothing': answer(204),
      '/bare': answer(200, { 'content-type': 'text/html' }),
      '/refused': answer(403, { 'content-type': 'text/html' }, '<p>no'),
      '/loop': answer(302, { location: '/loop' }),
      '/away': answer(302, { location: '/between' }),
      '/between': answer(307, { location: '/page' }),
      '/silent': () => {},
      '/patched': patched,
      '/routed/': html(`<main></main><script>
        history.replaceState(null, '', '/app/home/')
        document.querySelector('main').innerHTML = '<a href="item">item</a>'
      </script>`),
      '/api': answer(200, {}, 'words'),
      '/chained': html(`<main>loading</main><script>
        fetch('/api').then(() => setTimeout(async () => {
          document.querySelector('main').innerHTML = await (await fetch('/api')).text()
        }, 300))
      </script>`),
      '/named': html('<img name=querySelectorAll><form name=documentElement></form><h1>Named</h1>'),
    })
    lab = await startWorkerLab({ ports: [site.port] })
    egress = createEgressClient({
      userAgent: 'test',
      allowList: new AllowList({
        entries: `127.0.0.1/32:${site.port}`,
        file: '',
        onProblem: () => undefined,
      }),
      logger: createLogger('test', readConfig({ SEINE_LOG_LEVEL: 'warn' })),
    })
  })
  after(async () => {
    await egress.close()
    await lab.close()
    await site.close()
  })

  const load = async (
    path: string,
    render: PageRequest['render'],
    timeout = 1_500,
  ): Promise<PageScrape & { asked: string[]; contentUrl: string }> => {
    const asked: string[] = []
    let contentUrl = ''
    const extractor = {
      ...fakeExtractor,
      extract: async (content: Parameters<typeof fakeExtractor.extract>[0]) => {
        contentUrl = content.url
        return await fakeExtractor.extract(content, 'acme')
      },
    }
    const browser = createPageBrowser({ ...lab.ports, pool: lab.pool })
    const scrape = await scrapePage(
      {
        url: site.origin + path,
        method: 'GET',
        body: null,
        browser: browserPageOptions({ timeout }),
        render,
        formats: ['markdown'],
        content: { onlyMainContent: false },
        metadata: 'head',
        compared: false,
        tenant: 'tenant',
        maxAgeSecs: 0,
        earlier: [],
        screenshot: null,
        deadlineMs: Date.now() + 60_000,
        errorPages: 'fail',
        keepBrokenOff: false,
        signal: new AbortController().signal,
        judgeRedirect: async (next) => {
          asked.push(next.pathname)
          return await Promise.resolve(null)
        },
      },
      { egress, routes: straightOnly, extractor, browser, cache: null },
    )
    return { ...scrape, asked, contentUrl }
  }
  const fetched = (path: string) => load(path, 'never')
  const rendered = (path: string, timeout = 20_000) => load(path, 'always', timeout)
  const text = ({ answer: got }: PageScrape): string =>
    (JSON.parse(new TextDecoder().decode(got?.extracted?.outputs)) as { markdown: string }).markdown

  for (const [path, code] of [
    ['/nothing', 'empty'],
    ['/bare', 'empty'],
    ['/refused', 'http_status'],
    ['/loop', 'too_many_redirects'],
    ['/silent', 'timeout'],
  ] as const) {
    it(`fails ${path} as ${code}`, async () => {
      const [bare, full] = await Promise.all([fetched(path), rendered(path, path === '/silent' ? 1_500 : undefined)])
      assert.equal(full.fault?.code, code)
      assert.equal(full.fault.code, bare.fault?.code)
      const told = ({ attempts }: PageScrape) => attempts.map(({ success, outcome }) => [success, outcome])
      assert.deepEqual(told(full), told(bare))
    })
  }

  it('takes no page for what a browser wraps in a document of its own', async () => {
    const { attempts, fault } = await rendered('/film')
    assert.equal(fault?.code, 'unsupported_content_type')
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      ['empty'],
    )
    const picture = await rendered('/picture')
    assert.deepEqual(
      picture.attempts.map(({ engine }) => engine),
      ['headless_shell', 'http'],
    )
  })

  it('has every redirect judged', async () => {
    const [bare, full] = await Promise.all([fetched('/away'), rendered('/away')])
    assert.deepEqual(full.asked, ['/between', '/page'])
    assert.deepEqual(full.asked, bare.asked)
    assert.deepEqual(full.redirects, bare.redirects)
  })

  it('has links relative to the address that scripts have set', async () => {
    assert.equal((await rendered('/routed/')).contentUrl, `${site.origin}/app/home/`)
  })

  it('reads what a call has led to after a pause and another call', async () => {
    assert.match(text(await rendered('/chained')), /<main>words<\/main>/)
  })

  it('reads pages that have patched every built-in, or named their elements after them', async () => {
    assert.match(text(await rendered('/patched')), /<h1>Patched<\/h1>/)
    assert.match(text(await rendered('/named')), /<h1>Named<\/h1>/)
  })

  it('reports a page whose time ended, and one that may not be requested', async () => {
    const late = await lab.render(`${site.origin}/silent`, {}, { budgetMs: 8_000 })
    assert.ok(late.kind === 'rendered')
    assert.deepEqual([late.fault?.code, late.attempts.map(({ outcome }) => outcome)], ['budget_exceeded', ['timeout']])
    const spent = await lab.render(`${site.origin}/page`, {}, { budgetMs: 0 })
    assert.ok(spent.kind === 'rendered')
    assert.deepEqual([spent.fault?.code, spent.attempts], ['budget_exceeded', []])
    const unsafe = await lab.render('http://127.0.0.1:1/', {})
    assert.ok(unsafe.kind === 'rendered')
    assert.equal(unsafe.fault?.code, 'unsafe_target')
    const unknown = await lab.render(`${site.origin}/page`, {}, { proxy: 'premium' })
    assert.ok(unknown.kind === 'problem')
    assert.equal(unknown.code, 'proxy_not_configured')
  })

  it('says the same to its own process and to others', async () => {
    const page = browserPageOptions({})
    const want = { html: true, screenshot: 'none' as const }
    const signal = new AbortController().signal
    const browser = createPageBrowser({ ...lab.ports, pool: lab.pool })
    const near = await browser.view(`${site.origin}/away`, page, want, Date.now() + 60_000, signal)
    const far = await lab.render(`${site.origin}/away`, want)
    assert.ok(far.kind === 'rendered')
    const said = ({
      status,
      finalUrl,
      html: shown,
      redirects,
      fault,
    }: Omit<typeof far, 'kind' | 'screenshotBase64'>) => ({
      status,
      finalUrl,
      shown,
      redirects,
      fault,
    })
    assert.deepEqual(said(near), said(far))
    assert.ok((near.attempts[0]?.requests_by_type.document ?? 0) >= 3)
  })
})
