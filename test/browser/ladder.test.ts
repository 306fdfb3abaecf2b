/** The ladder with a real browser: the steps that each page of a local site takes, and its result. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createPageBrowser } from '@seine/activities/browser/page-browser.ts'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import type { Extractor } from '@seine/shared/pages/extraction.ts'
import type { PagePorts, PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import { scrapePage } from '@seine/activities/page/scrape-page.ts'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { html, startFixture, type Fixture, type FixtureHandler, type FixtureOptions } from './fixture-server.ts'
import { startWorkerLab, type WorkerLab } from './worker-lab.ts'

const answer =
  (status: number, headers: Record<string, string>, body: string | Uint8Array): FixtureHandler =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

const words = (about: string): string =>
  `Here is what is to be said about ${about}, word for word and at some length. `.repeat(8)

const isBrowser = (agent: string | undefined): boolean => agent?.includes('Chrome/') === true

/** An application whose content is built by the script. */
const app = (script: string, body = '<div id="root"></div>'): FixtureHandler =>
  html(`<!doctype html><html><head><title>App</title></head><body>${body}
    <noscript>You need to enable JavaScript to run this app.</noscript><script src="/bundle.js"></script>
    <script>${script}</script></body></html>`)

const show = (text: string): string =>
  `document.querySelector('#root').innerHTML = '<main><h1>Shown</h1><p>${text}</p></main>'`

/** Sends two messages, the second after a delay. */
const onSocket: NonNullable<FixtureOptions['onSocket']> = (socket) => {
  socket.send('a first message ')
  setTimeout(() => socket.send('and a second one'), 300)
}

describe('the ladder with a real browser', () => {
  let lab: WorkerLab
  let site: Fixture
  let egress: EgressClient
  let extractor: Extractor
  before(async () => {
    site = await startFixture(
      {
        '/bundle.js': answer(200, { 'content-type': 'text/javascript' }, '/* */'),
        '/api': (_request, response) => {
          setTimeout(
            () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"from the call"}'),
            150,
          )
        },
        '/shell': app(show(words('the shell'))),
        '/rendered': html(`<div id="root"><main><h1>Rendered</h1><p>${words('the server')}</p></main></div>
        <script id="__NEXT_DATA__" type="application/json">{}</script><script src="/bundle.js"></script>`),
        '/guarded': (request, response) => {
          if (isBrowser(request.headers['user-agent']))
            html(`<h1>Open</h1><p>${words('the guard')}</p>`)(request, response)
          else answer(403, { 'content-type': 'text/html' }, '<h1>Forbidden</h1>')(request, response)
        },
        '/refused': answer(403, { 'content-type': 'text/html' }, '<h1>Forbidden</h1><p>Not for you.</p>'),
        '/data.json': answer(200, { 'content-type': 'application/json' }, '{"name":"Seine"}'),
        '/notes.txt': answer(200, { 'content-type': 'text/plain' }, 'Notes of the day.'),
        '/missing': answer(404, { 'content-type': 'text/html' }, '<h1>Not here</h1><p>The page is gone.</p>'),
        '/cookies': (request, response) => {
          if (request.headers.cookie?.includes('seen=1') === true) html('<h1>Let in</h1>')(request, response)
          else answer(302, { 'set-cookie': 'seen=1', location: '/cookies' }, '')(request, response)
        },
        '/routes': app(
          `const draw = () => { ${show('')}; document.querySelector('p').textContent = 'Route ' + location.hash + ' ' + ${JSON.stringify(words('it'))} }
        onhashchange = draw; setTimeout(draw, 50)`,
          '<a href="#/about">About</a> <a href="#/more">More</a><div id="root"></div>',
        ),
        '/late-600': app(
          `fetch('/api').then((r) => r.json()).then((d) => setTimeout(() => { ${show('')}; document.querySelector('p').textContent = d.text }, 600))`,
          '<header>Shop</header><div id="root"><ul id="list"></ul></div>',
        ),
        '/late-800': app(
          `fetch('/api').then((r) => r.json()).then((d) => setTimeout(() => { ${show('')}; document.querySelector('p').textContent = d.text }, 800))`,
        ),
        '/timer-800': app(
          `setTimeout(() => { fetch('/api').then((r) => r.json()).then((d) => { ${show('')}; document.querySelector('p').textContent = d.text }) }, 800)`,
        ),
        '/chunks': app(
          `setTimeout(() => import('/chunk.js'), 700)`,
          '<header>Shop of things</header><main id="root"></main>',
        ),
        '/chunk.js': answer(200, { 'content-type': 'text/javascript' }, show('from a chunk')),
        '/frame-and-chunk': app(
          `document.querySelector('#root').innerHTML = '<header>${'Here is one more link of a menu. '.repeat(10)}</header><div class="outlet"></div>'
        import('/slow-chunk.js')`,
        ),
        '/slow-chunk.js': (_request, response) => {
          const script = `fetch('/api').then((r) => r.json()).then((d) => { document.querySelector('.outlet').textContent = d.text })`
          setTimeout(() => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script), 500)
        },
        '/frame-and-timer': app(
          `document.querySelector('#root').innerHTML = '<header>${'Here is one more link of a menu. '.repeat(10)}</header><div class="outlet"></div>'
        setTimeout(() => fetch('/api').then((r) => r.json()).then((d) => { document.querySelector('.outlet').textContent = d.text }), 150)`,
        ),
        '/in-parts': app(
          `${show('')}; fetch('/api').then((r) => r.json()).then(async (d) => {
          document.querySelector('p').textContent = 'first ' + d.text
          const more = await (await fetch('/slow-part')).json()
          document.querySelector('p').append(more.text)
        })`,
        ),
        '/slow-part': (_request, response) => {
          setTimeout(() => response.writeHead(200).end('{"text":" and the second part"}'), 700)
        },
        '/state': html(`<div id="__next"></div><script src="/_next/static/chunks/main.js"></script>
        <script id="__NEXT_DATA__" type="application/json">{"props":{"body":"${words('the state')}"}}</script>`),
        '/slow-api': (_request, response) => {
          setTimeout(() => response.writeHead(200).end('{"text":"late data"}'), 4_500)
        },
        '/slow': app(
          `fetch('/slow-api').then((r) => r.json()).then((d) => { ${show('')}; document.querySelector('p').textContent = d.text })`,
          '<div id="root"><p>Loading…</p></div>',
        ),
        '/list': html(`<h1>Products</h1><ul id="list"></ul><script>
        setTimeout(() => { document.querySelector('#list').innerHTML = '<li>first of the list</li>' }, 600)
      </script>`),
        '/events': app(
          `new EventSource('/stream').onmessage = ({ data }) => { ${show('')}; document.querySelector('p').textContent = data }`,
        ),
        '/stream': (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          setTimeout(() => response.write('data: from the stream\n\n'), 900)
        },
        '/socket': app(
          `${show('')}; new WebSocket('ws://' + location.host + '/messages').onmessage = ({ data }) => { document.querySelector('p').append(data) }`,
        ),
        '/elements': html(`<my-app></my-app><script>
        customElements.define('my-app', class extends HTMLElement {
          connectedCallback() {
            this.attachShadow({ mode: 'open' }).innerHTML = '<h1>Shop</h1><p>' + ${JSON.stringify(words('elements'))} + '</p>'
          }
        })
      </script>`),
        '/plain': html(`<h1>Plain</h1><p>${words('it')}</p><script>window.x = 1</script>`),
      },
      { onSocket },
    )
    lab = await startWorkerLab({ ports: [site.port] })
    extractor = createExtractorPool({ threads: 1 })
    egress = createEgressClient({
      userAgent: 'SeineBot/0.1',
      allowList: new AllowList({ entries: `127.0.0.1/32:${site.port}`, file: '', onProblem: () => undefined }),
      logger: createLogger('test', readConfig({ SEINE_LOG_LEVEL: 'warn' })),
    })
  })
  beforeEach(() => {
    site.seen.length = 0
  })
  after(async () => {
    await egress.close()
    await extractor.close()
    await lab.close()
    await site.close()
  })

  async function scrape(
    path: string,
    patch: Partial<PageRequest> = {},
  ): Promise<PageScrape & { html: string; way: string[] }> {
    const ports: PagePorts = {
      egress,
      routes: straightOnly,
      extractor,
      browser: createPageBrowser({ ...lab.ports, pool: lab.pool }),
      cache: null,
    }
    const request: PageRequest = {
      url: site.origin + path,
      method: 'GET',
      body: null,
      browser: browserPageOptions({ timeout: 60_000 }),
      screenshot: null,
      deadlineMs: Date.now() + 180_000,
      keepBrokenOff: true,
      errorPages: 'read',
      signal: new AbortController().signal,
      judgeRedirect: async () => await Promise.resolve(null),
      render: 'auto',
      formats: ['html', 'markdown'],
      content: { onlyMainContent: false },
      metadata: 'structured',
      compared: false,
      tenant: 't',
      maxAgeSecs: 0,
      earlier: [],
      ...patch,
    }
    const done = await scrapePage(request, ports)
    const outputs = done.answer?.extracted?.outputs
    const text = outputs === undefined ? '' : new TextDecoder().decode(outputs)
    return { ...done, html: text, way: done.attempts.map(({ engine, outcome }) => `${engine} ${outcome}`) }
  }
  const asked = (): string[] => site.seen.map(({ path }) => path).filter((path) => path !== '/favicon.ico')

  it('continues in a browser with an application that is empty over HTTP', async () => {
    const { fault, way, warnings, html: text, winningAttempt, attempts } = await scrape('/shell')
    assert.deepEqual(
      { fault, way, warnings },
      { fault: null, way: ['http js_shell', 'headless_shell success'], warnings: [] },
    )
    assert.match(text, /about the shell/)
    assert.equal(winningAttempt, 2)
    assert.deepEqual(
      attempts.map(({ success }) => success),
      [false, true],
    )
  })

  it('asks once for an application whose server has rendered it', async () => {
    const { way, html: text } = await scrape('/rendered')
    assert.deepEqual(way, ['http success'])
    assert.match(text, /about the server/)
    assert.deepEqual(asked(), ['/rendered'])
  })

  it('reads the text that an application without content carries as data', async () => {
    const { way, html: text } = await scrape('/state', { formats: ['markdown'] })
    assert.deepEqual(way, ['http success'])
    assert.match(text, /about the state/)
    assert.deepEqual(asked(), ['/state'])
  })

  it('tries a browser where a bare 403 may be a guard, and takes a second one for the page', async () => {
    const guarded = await scrape('/guarded')
    assert.deepEqual(guarded.way, ['http blocked', 'headless_shell success'])
    assert.match(guarded.html, /about the guard/)
    const refused = await scrape('/refused')
    assert.equal(refused.fault, null)
    assert.equal(refused.answer?.status, 403)
    assert.match(refused.html, /Not for you/)
    assert.deepEqual(refused.way, ['http blocked', 'headless_shell success'])
  })

  it('reads documents by HTTP that were requested in a browser', async () => {
    const json = await scrape('/data.json', { render: 'always' })
    assert.deepEqual(json.way, ['headless_shell success', 'http success'])
    assert.equal(json.winningAttempt, 2)
    assert.match(json.html, /Seine/)
    const text = await scrape('/notes.txt', { render: 'always', screenshot: 'screenshot' })
    assert.equal(text.answer?.extracted?.metadata.contentType, 'text/plain')
    assert.ok(text.screenshot !== null)
  })

  it('reads error pages in both lanes', async () => {
    for (const render of ['never', 'always'] as const) {
      const { fault, answer: got, html: text } = await scrape('/missing', { render })
      assert.equal(fault, null)
      assert.equal(got?.status, 404)
      assert.match(text, /The page is gone/)
    }
    const waiting = browserPageOptions({ timeout: 6_000, wait_selector: '#never' })
    const waited = await scrape('/missing', { render: 'always', browser: waiting })
    assert.match(waited.html, /The page is gone/)
  })

  it('keeps cookies across redirects', async () => {
    for (const render of ['never', 'always'] as const)
      assert.match((await scrape('/cookies', { render })).html, /Let in/)
  })

  it('loads routes behind #', async () => {
    const { answer: got, html: text } = await scrape('/routes#/about', { render: 'always' })
    assert.match(text, /Route #\/about/)
    assert.equal(got?.finalUrl, `${site.origin}/routes#/about`)
    assert.ok(got.extracted?.links.includes(`${site.origin}/routes#/more`))
  })

  for (const [path, shown] of [
    ['/late-600', /from the call/],
    ['/late-800', /from the call/],
    ['/timer-800', /from the call/],
    ['/chunks', /from a chunk/],
    ['/frame-and-chunk', /from the call/],
    ['/frame-and-timer', /from the call/],
    ['/in-parts', /first from the call and the second part/],
    ['/slow', /late data/],
    ['/list', /first of the list/],
    ['/events', /from the stream/],
    ['/socket', /a first message and a second one/],
  ] as const) {
    it(`waits for what ${path} shows late`, async () => {
      assert.match((await scrape(path, { render: 'always' })).html, shown)
    })
  }
})
