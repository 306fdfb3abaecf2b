/** A session in a browser: which of its data a page gets, where that is sent, and what is stored back. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createPageBrowser } from '@seine/activities/browser/page-browser.ts'
import { freshSession, type PageSession } from '@seine/shared/pages/page-session.ts'
import type { BrowserSession } from '@seine/shared/tasks/browser-page.ts'
import type { BrowserAction } from '@seine/shared/selectors/browser-action.ts'
import type { RenderedPage } from '@seine/shared/pages/worker-reply.ts'
import type { StateCookie } from '@seine/shared/egress/connections/state-cookie.ts'
import { stateCookie } from '@seine/shared/sessions/testing/state-cookie.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { startWorkerLab, type CaptureOptions, type WorkerLab } from './worker-lab.ts'

const sessionOf = (more: Partial<BrowserSession> = {}): BrowserSession => ({
  domain: 'shop.test',
  headers: {},
  userAgent: null,
  cookies: [],
  localStorage: {},
  proxySession: null,
  fromTier: null,
  ...more,
})

const click = (selector: string): BrowserAction => ({
  action: 'click',
  selector,
  selectorType: 'css',
  value: null,
  durationMs: null,
  frameSelector: null,
  ifPresent: false,
  timeoutMs: 500,
})

describe('a session in a browser', () => {
  let lab: WorkerLab
  let site: Fixture
  const at = (host: string, path = '/'): string => `http://${host}:${new URL(site.origin).port}${path}`
  const origin = (host: string): string => at(host, '')

  before(async () => {
    site = await startFixture({
      '/': html('<p id=out>page'),
      '/set': (request, response) => {
        const wide = 'wide=2; Domain=shop.test; Max-Age=3600; SameSite=Lax'
        response.setHeader('set-cookie', ['host=1; HttpOnly', wide, 'old=; Max-Age=0'])
        html('<p>set<script>document.cookie = "script=1; path=/"</script>')(request, response)
      },
      '/store': html(`<p id=out></p><script>
        out.textContent = JSON.stringify({ ...localStorage })
        const visits = Number(localStorage.visits ?? 0)
        localStorage.visits = visits + 1
        if (visits === 7) { localStorage.removeItem('gone'); location.reload() }
      </script>`),
      '/both': (request, response) => {
        html(`<p>both<iframe src="${at('api.shop.test', '/keep?frame')}"></iframe>
          <iframe src="${at('other.test', '/keep?foreign')}"></iframe>`)(request, response)
      },
      '/keep': html('<script>localStorage.kept = location.search</script>'),
      '/leave': (request, response) =>
        html(`<script>localStorage.token = 'mine'; location.replace('${at('www.shop.test', '/')}')</script>`)(
          request,
          response,
        ),
      '/everywhere': (request, response) => {
        html(`<p>everywhere<img src=/image.png><img src="${at('api.shop.test', '/image.png')}">
          <img src="${at('other.test', '/image.png')}"><img src="${at('api.shop.test', '/away')}">
          <iframe src="${at('other.test', '/frame')}"></iframe>
          <script>new Worker('/worker.js')</script>`)(request, response)
      },
      '/frame': (request, response) =>
        html(`<img src="${at('www.shop.test', '/from-foreign.png')}">`)(request, response),
      '/worker.js': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end('fetch("/from-worker")'),
      '/away': (_request, response) => response.writeHead(302, { location: at('other.test', '/redirected.png') }).end(),
      '/echo': (request, response) => {
        const told = `${String(request.headers['x-token'])} ${request.headers.cookie}`
        response.writeHead(200, { 'content-type': 'text/html', 'x-echo': encodeURIComponent(told) })
        response.end(`<p>${told}<script>fetch('/api?' + encodeURIComponent(${JSON.stringify(told)}), {
          method: 'POST', body: JSON.stringify({ told: ${JSON.stringify(told)} }) })</script>`)
      },
      '/api': (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({ basic: Buffer.from(`me:${String(request.headers['x-token'])}`).toString('base64') }),
        )
      },
      '/rotating': (request, response) => {
        html(
          `<p>rotating<script>fetch('/rotated?t=' + /token=([^;]+)/.exec(document.cookie)[1], {
          headers: { 'X-CSRF': /token=([^;]+)/.exec(document.cookie)[1] } })</script>`,
          {
            'set-cookie': 'token=between-87654321',
          },
        )(request, response)
      },
      '/rotated': (request, response) => {
        response.writeHead(200, { 'set-cookie': 'token=last-value-1' }).end(`was ${String(request.headers['x-csrf'])}`)
      },
      '/gate': (request, response) => {
        const isKnown = request.headers.cookie?.includes('seen=1') === true
        const refusal = { 'set-cookie': 'seen=1', 'cf-mitigated': 'challenge' }
        response.writeHead(isKnown ? 200 : 403, { 'content-type': 'text/html', ...(isKnown ? {} : refusal) })
        response.end('<p>gate')
      },
      '/busy': html('<p>busy<script>localStorage.a = 1; addEventListener("load", () => { for (;;); })</script>', {
        'set-cookie': 'busy=1',
      }),
    })
    lab = await startWorkerLab({
      ports: [Number(new URL(site.origin).port)],
      resolve: async () => await Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    })
  })
  after(async () => {
    await lab?.close()
    await site?.close()
  })
  beforeEach(() => {
    site.seen.length = 0
  })

  const render = async (url: string, given: BrowserSession, wish: CaptureOptions = {}): Promise<RenderedPage> => {
    const reply = await lab.render(url, {}, { ...wish, given })
    if (reply.kind !== 'rendered') throw new Error(JSON.stringify(reply))
    return reply
  }
  const seen = (path: string, host = 'www.shop.test') =>
    site.seen.find((each) => each.path === path && each.headers.host?.startsWith(`${host}:`) === true) ??
    assert.fail(`${host}${path} was not asked for`)

  it('sends its cookies to the hosts they are for, before anything else', async () => {
    const cookies = [
      stateCookie('host', '1'),
      stateCookie('wide', '2', { domain: 'shop.test', hostOnly: false, sameSite: 'lax' }),
      stateCookie('api', '3', { domain: 'api.shop.test' }),
      stateCookie('path', '4', { path: '/set' }),
      stateCookie('ran-out', '5', { expiresMs: Date.now() - 1000 }),
      stateCookie('foreign', '6', { domain: 'other.test' }),
      stateCookie('safe', '7', { secure: true }),
    ]
    await render(at('www.shop.test'), sessionOf({ cookies }))
    assert.deepEqual(seen('/').headers.cookie?.split('; ').toSorted(), ['host=1', 'wide=2'])
    await render(at('other.test'), sessionOf({ cookies }))
    assert.equal(seen('/', 'other.test').headers.cookie, undefined)
  })

  it('has the cookies of its domain afterwards, as they were set', async () => {
    const { session } = await render(
      at('www.shop.test', '/set'),
      sessionOf({ cookies: [stateCookie('old', '1'), stateCookie('stays', '2')] }),
    )
    const cookies = session?.cookies.toSorted((a, b) => (a.name < b.name ? -1 : 1)) ?? []
    assert.deepEqual(
      cookies.map((each) => ({ ...each, expiresMs: each.expiresMs !== null })),
      [
        stateCookie('host', '1', { httpOnly: true }),
        stateCookie('script', '1'),
        stateCookie('stays', '2'),
        stateCookie('wide', '2', { domain: 'shop.test', hostOnly: false, sameSite: 'lax' }),
      ].map((each) => ({ ...each, expiresMs: each.name === 'wide' })),
    )
    const other = await render(at('other.test', '/set'), sessionOf())
    assert.deepEqual(other.session?.cookies, [])
  })

  it('leaves cookies it has nothing to do with as they are', async () => {
    const cookies = [
      stateCookie('__Host-safe', '1', { secure: true, httpOnly: true }),
      stateCookie('address', '1', { domain: '127.0.0.1' }),
      stateCookie('api', 'a=b', { domain: 'api.shop.test', path: '/deep' }),
      stateCookie('none', '1', { domain: 'shop.test', hostOnly: false, secure: true, sameSite: 'none' }),
      stateCookie('strict', '1', {
        domain: 'shop.test',
        hostOnly: false,
        sameSite: 'strict',
        expiresMs: 4_000_000_000_000,
      }),
    ]
    const kept = async (url: string, domain: string): Promise<StateCookie[]> =>
      (await render(url, sessionOf({ cookies, domain }))).session?.cookies.map((each) => ({
        ...each,
        expiresMs: null,
      })) ?? []
    const byName = (a: StateCookie, b: StateCookie): number => (a.name < b.name ? -1 : 1)
    const own = cookies.filter(({ domain }) => domain.endsWith('.test')).map((each) => ({ ...each, expiresMs: null }))
    assert.deepEqual((await kept(at('www.shop.test'), 'shop.test')).toSorted(byName), own)
    assert.deepEqual(await kept(at('127.0.0.1'), '127.0.0.1'), [cookies[1]])
  })

  it('keeps cookies that the browser refuses or evicts, unless the page sets them', async () => {
    const large = stateCookie('large', 'x'.repeat(5_000))
    const many = Array.from({ length: 250 }, (_, index) => stateCookie(`many${index}`, '1'))
    const insecure = stateCookie('none', '1', { sameSite: 'none' })
    const given = sessionOf({ cookies: [large, insecure, ...many, stateCookie('script', 'y'.repeat(5_000))] })
    const { session } = await render(at('www.shop.test', '/set'), given)
    const names = session?.cookies.map(({ name }) => name) ?? []
    const expected = ['host', 'large', 'none', 'script', 'wide', ...many.map(({ name }) => name)]
    assert.deepEqual(names.toSorted(), expected.toSorted())
    const valueOf = (name: string) => session?.cookies.find((cookie) => cookie.name === name)?.value
    assert.deepEqual([valueOf('large'), valueOf('script')], [large.value, '1'])
  })

  it("keeps none of the caller's own cookies", async () => {
    const wish = { headers: { Cookie: 'mine=1; host=caller' } }
    const { session } = await render(at('www.shop.test'), sessionOf({ cookies: [stateCookie('host', '1')] }), wish)
    assert.deepEqual(seen('/').headers.cookie?.split('; ').toSorted(), ['host=caller', 'mine=1'])
    assert.deepEqual(session?.cookies, [stateCookie('host', '1')])
  })

  it('fills local storage in once, and leaves what the page makes of it', async () => {
    const localStorage = {
      [origin('www.shop.test')]: { visits: '7', gone: 'x', '</script>"': 'y' },
      [origin('other.test')]: { visits: '1' },
    }
    const {
      session,
      html: page,
      warnings,
    } = await render(at('www.shop.test', '/store'), sessionOf({ localStorage }), { waitMs: 300 })
    assert.deepEqual(warnings, [])
    assert.match(page?.text ?? '', /<p id="out">\{"&lt;\/script&gt;\\"":"y","visits":"8"\}/)
    assert.deepEqual(session?.localStorage, { [origin('www.shop.test')]: { visits: '9', '</script>"': 'y' } })
    // Only the page and its reload were requested.
    assert.deepEqual(
      site.seen.map(({ path }) => path).filter((path) => path !== '/favicon.ico'),
      ['/store', '/store'],
    )
    const other = await render(at('other.test', '/store'), sessionOf({ localStorage }))
    assert.match(other.html?.text ?? '', /<p id="out">\{\}/)
  })

  it('has the local storage of every origin of its domain that the page opened', async () => {
    const { session } = await render(at('www.shop.test', '/both'), sessionOf(), { waitMs: 300 })
    assert.deepEqual(session?.localStorage, { [origin('api.shop.test')]: { kept: '?frame' } })
    const left = await render(at('login.shop.test', '/leave'), sessionOf(), { waitMs: 300 })
    assert.deepEqual(left.session?.localStorage, { [origin('login.shop.test')]: { token: 'mine' } })
  })

  it('sends its headers to hosts of its domain only, whatever started the request', async () => {
    const given = sessionOf({ headers: { 'X-Token': 't', 'X-Both': 'session' }, userAgent: 'Session/1.0' })
    await render(at('www.shop.test', '/everywhere'), given, { headers: { 'x-both': 'caller' }, waitMs: 500 })
    for (const path of ['/everywhere', '/image.png', '/worker.js', '/from-worker', '/from-foreign.png']) {
      const { headers } = seen(path)
      assert.equal(headers['x-token'], 't', path)
      assert.equal(headers['x-both'], 'caller', path)
      assert.equal(headers['user-agent'], 'Session/1.0', path)
    }
    assert.equal(seen('/image.png', 'api.shop.test').headers['x-both'], 'session')
    for (const path of ['/image.png', '/frame', '/redirected.png']) {
      assert.equal(seen(path, 'other.test').headers['x-token'], undefined, path)
      assert.equal(seen(path, 'other.test').headers['x-both'], undefined, path)
    }
  })

  it('has what a page left whose actions failed', async () => {
    const page = await render(at('www.shop.test', '/set'), sessionOf(), { actions: [click('#nowhere')] })
    assert.equal(page.attempts.at(-1)?.outcome, 'action_failed')
    assert.deepEqual(page.session?.cookies.map(({ name }) => name).toSorted(), ['host', 'script', 'wide'])
  })

  it('moves on from attempt to attempt', async () => {
    const { attempts, session } = await render(at('www.shop.test', '/gate'), sessionOf())
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      ['blocked', 'success'],
    )
    assert.deepEqual(session?.cookies, [stateCookie('seen', '1')])
  })

  it('has the cookies of a page that never comes to an end, and what else it had before', async () => {
    const localStorage = { [origin('www.shop.test')]: { before: '1' } }
    const given = sessionOf({ localStorage })
    const page = await render(at('www.shop.test', '/busy'), given, { timeoutMs: 8_000, waitSelector: '#never' })
    assert.equal(page.attempts.at(-1)?.outcome, 'timeout')
    assert.deepEqual(page.session, { cookies: [stateCookie('busy', '1')], localStorage })
  })

  it('is the same for pages of this process, and absent without one', async () => {
    const browser = createPageBrowser({ ...lab.ports, pool: lab.pool })
    const options = {
      timeoutMs: 60_000,
      actions: [],
      waitSelector: null,
      waitMs: 0,
      networkIdle: false,
      loadDom: true,
      disableResources: [],
      headers: {},
      geolocation: null,
      proxy: 'auto',
    }
    const want = { html: true, screenshot: 'none' as const }
    const { signal } = new AbortController()
    const deadlineMs = Date.now() + 180_000
    const view = await browser.view(at('www.shop.test', '/set'), options, want, deadlineMs, signal, sessionOf())
    assert.equal(view.session?.cookies.length, 3)
    assert.equal((await browser.view(at('www.shop.test'), options, want, deadlineMs, signal)).session, undefined)
  })

  it('of a capture has what the page left, and its secrets are in nothing that is answered', async () => {
    const secret = `s3cret "&é`
    const session: PageSession = {
      ...freshSession('shop.test'),
      headers: { 'X-Token': 'tok-12345678' },
      secrets: ['tok-12345678', secret],
      isNew: false,
    }
    session.state.cookies = [stateCookie('token', encodeURIComponent(secret))]
    for (const format of ['json', 'har'] as const) {
      const answer = await lab.reply(at('www.shop.test', '/echo'), { session, format, waitMs: 300 })
      const text = JSON.stringify(answer)
      assert.match(text, /\[secret\]/)
      assert.doesNotMatch(text, /12345678|s3cret/)
      assert.doesNotMatch(text, /dG9rLTEyMzQ1/)
    }
    assert.equal(seen('/echo').headers['x-token'], 'tok-12345678')
    assert.equal(session.state.access?.lane, 'http')
    assert.equal(session.state.cookies.length, 1)
  })

  it('of a capture hides the values too that a cookie had only while the page was loaded', async () => {
    for (const format of ['json', 'har'] as const) {
      const session: PageSession = { ...freshSession('shop.test'), isNew: false }
      session.state.cookies = [stateCookie('token', 'first-value-1')]
      const answer = await lab.reply(at('www.shop.test', '/rotating'), { session, format, waitMs: 300 })
      assert.equal(seen('/rotated?t=between-87654321').headers['x-csrf'], 'between-87654321')
      assert.equal(session.state.cookies[0]?.value, 'last-value-1')
      assert.doesNotMatch(JSON.stringify(answer), /87654321|(?:first|last)-value/, format)
    }
  })
})
