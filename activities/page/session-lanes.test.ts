/** One session in both lanes: HTTP with the real client, and a fake browser. */
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import type { BrowserSession } from '@seine/shared/tasks/browser-page.ts'
import { clientFor, namesFrom, startSite } from '@seine/shared/egress/testing/fixture-server.ts'
import { straightOnly, type ProxyRoutes } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { stateCookie } from '@seine/shared/sessions/testing/state-cookie.ts'
import type { ModelReader } from '@seine/shared/pages/model.ts'
import type { BrowserView, PageBrowser, PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import { mayUseCache } from './page-cache-policy.ts'
import { freshSession, type PageSession } from '@seine/shared/pages/page-session.ts'
import { scrapePage } from './scrape-page.ts'
import { fakeExtractor } from './testing/fake-web.ts'
import { pageRequest } from './testing/page-request.ts'

const hosts = ['www.shop.test', 'api.shop.test', 'other.test']
const resolve = namesFrom(Object.fromEntries(hosts.map((host) => [host, ['127.0.0.1']])))

const sessionOf = (more: Partial<PageSession> = {}): PageSession => ({
  ...freshSession('shop.test'),
  isNew: false,
  ...more,
})

const shell: Verdict = { kind: 'js_shell', reasons: ['mount'] }

/** A browser that shows the same page for every URL, and the sessions it was given. */
function browserOf(patch: (url: string) => Partial<BrowserView>): PageBrowser & { given: (BrowserSession | null)[] } {
  const given: (BrowserSession | null)[] = []
  const attempt = {
    index: 1,
    strategy: 'browser_basic',
    elapsed_ms: 1,
    bytes_received: 0,
    engine: 'chrome',
    proxy_tier: 'none',
    success: true,
    outcome: 'success',
  } as Attempt
  return {
    given,
    async view(url, _page, _want, _deadlineMs, _signal, session = null) {
      given.push(session)
      return await Promise.resolve({
        attempts: [attempt],
        fault: null,
        status: 200,
        finalUrl: url,
        headers: { 'content-type': 'text/html' },
        redirects: [],
        html: { text: 'rendered', url, truncated: false },
        screenshot: null,
        actions: [],
        warnings: [],
        ...patch(url),
      })
    },
  }
}

/** Starts a site, and returns a function that scrapes a page of it in a session. */
async function siteOf(context: TestContext, listener: RequestListener) {
  const seen: { at: string; headers: IncomingMessage['headers'] }[] = []
  const site = await startSite(context, (request, response) => {
    const host = request.headers.host?.split(':')[0] ?? ''
    seen.push({ at: `${host}${request.url}`, headers: request.headers })
    listener(request, response)
  })
  const egress = clientFor(context, [site], { resolve })
  const at = (host: string, path: string): string => `http://${host}:${site.port}${path}`
  const scrape = async (
    url: string,
    session: PageSession | null,
    { ports, ...patch }: Partial<PageRequest> & { ports?: Partial<PagePorts> } = {},
  ) => {
    const isShell = url.endsWith('/shell')
    const extractor = {
      ...fakeExtractor,
      extract: async (asked: Parameters<typeof fakeExtractor.extract>[0]) => ({
        ...(await fakeExtractor.extract(asked, 'acme')),
        verdict: asked.judged === undefined || !isShell ? null : shell,
      }),
    }
    const request = pageRequest({ url, session, ...patch })
    return await scrapePage(request, { egress, routes: straightOnly, extractor, browser: null, cache: null, ...ports })
  }
  return { seen, at, scrape }
}

const setsCookies: RequestListener = (request, response) => {
  if (request.url === '/away') {
    response.writeHead(302, { location: `http://other.test:${request.socket.localPort}/set`, 'set-cookie': 'on=1' })
  } else {
    response.writeHead(request.url === '/refused' ? 500 : 200, {
      'content-type': 'text/html',
      'set-cookie': ['host=1; HttpOnly; Path=/', 'wide=2; Domain=shop.test; Path=/', 'old=; Max-Age=0; Path=/'],
    })
  }
  response.end('page')
}

describe('cookies of a session by HTTP', () => {
  it('are sent, and what the site makes of them is kept', async (context) => {
    const { at, seen, scrape } = await siteOf(context, setsCookies)
    const session = sessionOf()
    session.state.cookies = [
      stateCookie('old', '1'),
      stateCookie('api', '2', { domain: 'api.shop.test' }),
      stateCookie('late', '3', { expiresMs: 1 }),
    ]
    await scrape(at('www.shop.test', '/'), session)
    assert.equal(seen[0]?.headers.cookie, 'old=1')
    assert.deepEqual(session.state.cookies, [
      stateCookie('api', '2', { domain: 'api.shop.test' }),
      stateCookie('host', '1', { httpOnly: true }),
      stateCookie('wide', '2', { domain: 'shop.test', hostOnly: false }),
    ])
    await scrape(at('www.shop.test', '/'), session)
    assert.equal(seen[1]?.headers.cookie, 'host=1; wide=2')
  })

  it('of other domains are never kept, also after a redirect', async (context) => {
    const { at, scrape } = await siteOf(context, setsCookies)
    const session = sessionOf()
    await scrape(at('www.shop.test', '/away'), session)
    assert.deepEqual(session.state.cookies, [stateCookie('on', '1')])
  })

  it('of a failed attempt count too', async (context) => {
    const { at, scrape } = await siteOf(context, setsCookies)
    const session = sessionOf()
    await scrape(at('www.shop.test', '/refused'), session, { errorPages: 'fail' })
    assert.equal(session.state.cookies.length, 2)
    assert.equal(session.state.access, null)
  })

  it("lie below the caller's own, which are not kept", async (context) => {
    const { at, seen, scrape } = await siteOf(context, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('page')
    })
    const session = sessionOf()
    session.state.cookies = [stateCookie('a', '1'), stateCookie('b', '2')]
    const browser = browserPageOptions({})
    await scrape(at('www.shop.test', '/'), session, { browser: { ...browser, headers: { Cookie: 'a=caller; c=3' } } })
    assert.equal(seen[0]?.headers.cookie, 'a=caller; c=3; b=2')
    assert.deepEqual(session.state.cookies, [stateCookie('a', '1'), stateCookie('b', '2')])
  })
})

describe('headers of a session by HTTP', () => {
  const chain = ['www.shop.test/0', 'api.shop.test/1', 'other.test/2', 'www.shop.test/3']
  const hops: RequestListener = (request, response) => {
    const next = chain[Number(request.url?.slice(1)) + 1]
    if (next === undefined) response.writeHead(200, { 'content-type': 'text/html' }).end('page')
    else response.writeHead(302, { location: `http://${next.replace('/', `:${request.socket.localPort}/`)}` }).end()
  }

  it('go along to every host of the domain, hop by hop, and to no other', async (context) => {
    const { at, seen, scrape } = await siteOf(context, hops)
    const session = sessionOf({ headers: { 'X-Token': 't', 'X-Both': 'session' }, userAgent: 'Session/1.0' })
    const browser = { ...browserPageOptions({}), headers: { 'x-both': 'caller' } }
    await scrape(at('www.shop.test', '/0'), session, { browser })
    const told = seen.map(({ at: where, headers }) => [
      where,
      headers['x-token'],
      headers['x-both'],
      headers['user-agent'],
    ])
    assert.deepEqual(told, [
      ['www.shop.test/0', 't', 'caller', 'Session/1.0'],
      ['api.shop.test/1', 't', undefined, 'Session/1.0'],
      ['other.test/2', undefined, undefined, 'egress-test'],
      ['www.shop.test/3', 't', undefined, 'Session/1.0'],
    ])
  })
})

describe('a session on the ladder', () => {
  it('has in the browser what HTTP got, and by HTTP what the browser got', async (context) => {
    const { at, seen, scrape } = await siteOf(context, setsCookies)
    const session = sessionOf()
    const left = { cookies: [stateCookie('browser', '1')], localStorage: { [at('www.shop.test', '')]: { a: 'b' } } }
    const browser = browserOf(() => ({ session: left }))
    await scrape(at('www.shop.test', '/shell'), session, { ports: { browser } })
    assert.deepEqual(
      browser.given[0]?.cookies.map(({ name }) => name),
      ['host', 'wide'],
    )
    assert.deepEqual({ ...session.state, access: null }, { ...left, access: null })
    await scrape(at('www.shop.test', '/'), session, { render: 'never' })
    assert.equal(seen.at(-1)?.headers.cookie, 'browser=1')
  })

  it('begins where it has settled, from the same address', async (context) => {
    const { at, seen, scrape } = await siteOf(context, setsCookies)
    const session = sessionOf()
    const browser = browserOf(() => ({}))
    await scrape(at('www.shop.test', '/shell'), session, { ports: { browser } })
    const { access } = session.state
    assert.equal(access?.lane, 'browser')
    assert.equal(browser.given[0]?.proxySession, access.proxySession)
    await scrape(at('www.shop.test', '/'), session, { ports: { browser } })
    assert.equal(seen.length, 1)
    assert.equal(browser.given[1]?.proxySession, access.proxySession)
    assert.deepEqual(session.state.access, access)
  })

  it('learns nothing of lanes from pages whose caller has named one', async (context) => {
    const { at, seen, scrape } = await siteOf(context, setsCookies)
    const session = sessionOf()
    const browser = browserOf(() => ({}))
    await scrape(at('www.shop.test', '/'), session, { ports: { browser }, render: 'always' })
    assert.equal(session.state.access?.lane, 'http')
    await scrape(at('www.shop.test', '/'), session, { ports: { browser } })
    assert.deepEqual([browser.given.length, seen.length], [1, 1])
  })

  it('keeps its secrets from a language model', async (context) => {
    const { at, scrape } = await siteOf(context, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('your password is correct horse')
    })
    const read: string[] = []
    const model: ModelReader = {
      name: 'm',
      read: async ({ markdown }) => {
        read.push(markdown)
        const usage = { calls: 1, promptTokens: 1, completionTokens: 1, isEstimated: false }
        return await Promise.resolve({ kind: 'failed', code: 'model_refused', detail: 'no', usage })
      },
    }
    const json = { schema: null, prompt: 'what is it?' }
    const session = sessionOf({ secrets: ['correct horse'] })
    await scrape(at('www.shop.test', '/'), session, { json, formats: ['json'], render: 'never', ports: { model } })
    assert.deepEqual(read, ['your password is [secret]'])
  })

  it('leaves out the tiers below the one it has settled on', async (context) => {
    const { at, scrape } = await siteOf(context, setsCookies)
    const asked: string[] = []
    const routes: ProxyRoutes = {
      ...straightOnly,
      tiersFor: () => ['none', 'basic', 'premium'],
      routesOf: (tier, _wish, proxySession) => {
        asked.push(`${tier} ${proxySession}`)
        return [{ tier, provider: null, upstream: null }]
      },
    }
    const session = sessionOf()
    session.state.access = { lane: 'http', tier: 'basic', proxySession: 'same' }
    await scrape(at('www.shop.test', '/'), session, { ports: { routes } })
    const browser = { ...browserPageOptions({}), proxy: 'none' }
    await scrape(at('www.shop.test', '/'), session, { ports: { routes }, browser })
    assert.deepEqual(asked, ['basic same', 'none same'])
  })

  it('keeps pages out of the cache, unless it is new', () => {
    const request = { maxAgeSecs: 60, method: 'GET', body: null, screenshot: null, browser: browserPageOptions({}) }
    const may = (session: PageSession | null): boolean => mayUseCache({ ...request, session } as PageRequest)
    assert.deepEqual([null, freshSession('shop.test'), sessionOf()].map(may), [true, true, false])
  })
})
