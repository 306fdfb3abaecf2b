/** What servers and pages see of the client: user agent, hints, language, the caller's headers. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { awaitNetworkIdle } from '@seine/activities/browser/page/network-idle.ts'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import { visit, type VisitOptions } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

const script =
  (text: string): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
  }

/** Every kind of request a page can make, all to its own origin except the last two. */
const everything = (other: string): string => `<!doctype html><p>hello
  <link rel=stylesheet href=/style.css><style>@font-face { font-family: F; src: url(/font.woff2) } p { font-family: F }</style>
  <img src=/image.png><iframe src=/frame></iframe><video src=/media.mp4 preload=auto></video>
  <script>
    fetch('/fetch'); fetch('/redirect'); navigator.sendBeacon('/beacon', '1')
    const request = new XMLHttpRequest(); request.open('POST', '/xhr'); request.send('1')
    new EventSource('/events'); new WebSocket('ws://' + location.host + '/socket')
    new Worker('/worker.js'); new SharedWorker('/shared.js'); navigator.serviceWorker.register('/service.js')
    open('/popup')
    fetch('${other}/open').then((response) => response.text()).then((text) => { window.cross = text })
  </script><iframe src="${other}/foreign"></iframe>`

const own = [
  '/', '/style.css', '/font.woff2', '/image.png', '/frame', '/media.mp4', '/fetch', '/redirect', '/redirected', '/beacon',
  '/xhr', '/events', '/worker.js', '/from-worker', '/shared.js', '/from-shared', '/service.js', '/from-service', '/popup',
  '/from-popup', '/from-frame',
] // prettier-ignore

describe('identity', () => {
  let lab: RecorderLab
  let site: Fixture
  let other: Fixture
  let sockets: string[] = []
  before(async () => {
    lab = await openLab()
    other = await startFixture({
      '/open': (_request, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('yes'),
      '/foreign': html('<script>fetch("/from-foreign")</script>'),
    })
    site = await startFixture(
      {
        '/': html(everything(other.origin), { 'set-cookie': 'site=1' }),
        '/plain': html('<p>plain'),
        '/frame': html('<script>fetch("/from-frame")</script>'),
        '/popup': html('<script>fetch("/from-popup")</script>'),
        '/redirect': (_request, response) => response.writeHead(307, { location: '/redirected' }).end(),
        '/worker.js': script('fetch("/from-worker")'),
        '/shared.js': script('fetch("/from-shared")'),
        '/service.js': script('fetch("/from-service")'),
      },
      { onSocket: (_socket, path) => sockets.push(path) },
    )
  })
  after(async () => {
    await lab.close()
    await site.close()
    await other.close()
  })

  const seenBy = async (
    path: string,
    wish: VisitOptions,
  ): Promise<{ hints: unknown; languages: unknown; webdriver: unknown; agent: unknown }> => {
    site.seen.length = 0
    other.seen.length = 0
    sockets = []
    return await visit(lab, site.origin + path, wish, async ({ page, recorder, clock }) => {
      await awaitNetworkIdle(recorder.traffic, clock)
      return await page.evaluate(() => ({
        hints: (navigator as unknown as { userAgentData?: { brands: unknown } }).userAgentData?.brands,
        languages: navigator.languages,
        webdriver: navigator.webdriver,
        agent: navigator.userAgent,
      }))
    })
  }

  it('sends the browser as it is, without the word Headless, in English', async () => {
    const page = await seenBy('/plain', {})
    const { headers } = site.seen[0] ?? assert.fail('nothing was asked for')
    assert.match(headers['user-agent'] ?? '', /\(X11; Linux x86_64\).* Chrome\/\d+\.0\.0\.0 Safari/)
    const major = /Chrome\/(\d+)/.exec(headers['user-agent'] ?? '')?.[1]
    assert.match(String(headers['sec-ch-ua']), new RegExp(`"Chromium";v="${major}"`))
    assert.doesNotMatch(JSON.stringify(headers), /headless/i)
    assert.equal(headers['accept-language'], 'en-US,en;q=0.9')
    assert.equal(page.agent, headers['user-agent'])
    assert.deepEqual(page.languages, ['en-US', 'en'])
    assert.equal(page.webdriver, true)
  })

  it('asks in the language of the country', async () => {
    await seenBy('/plain', { geolocation: 'DE' })
    assert.equal(site.seen[0]?.headers['accept-language'], 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7')
  })

  it('sends the headers of the caller with every kind of request to the origin of the target', async () => {
    await seenBy('/', { headers: { 'X-Caller': 'yes', Authorization: 'Bearer t', 'User-Agent': 'Mine/1.0' } })
    for (const path of own) {
      const request = site.seen.find((each) => each.path === path) ?? assert.fail(`${path} was not asked for`)
      assert.equal(request.headers['x-caller'], 'yes', path)
      assert.equal(request.headers.authorization, 'Bearer t', path)
      assert.equal(request.headers['user-agent'], 'Mine/1.0', path)
    }
    assert.deepEqual(sockets, ['/socket'])
  })

  it('sends other origins no header of the caller but the user agent, and no preflight for them', async () => {
    await seenBy('/', { headers: { 'X-Caller': 'yes', Authorization: 'Bearer t', 'User-Agent': 'Mine/1.0' } })
    assert.deepEqual(other.seen.map(({ method, path }) => `${method} ${path}`).toSorted(), [
      'GET /foreign',
      'GET /from-foreign',
      'GET /open',
    ])
    for (const { headers, path } of other.seen) {
      assert.equal(headers['x-caller'], undefined, path)
      assert.equal(headers.authorization, undefined, path)
      assert.equal(headers['user-agent'], 'Mine/1.0', path)
    }
  })

  it('puts the cookies of the caller beside those of the site', async () => {
    await seenBy('/', { headers: { Cookie: 'mine=1; also=a=b' } })
    assert.equal(site.seen.find(({ path }) => path === '/')?.headers.cookie, 'mine=1; also=a=b')
    assert.equal(site.seen.find(({ path }) => path === '/fetch')?.headers.cookie, 'mine=1; also=a=b; site=1')
  })

  it('makes client hints of a Chrome the caller names, and sends none for any other browser', async () => {
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    await seenBy('/plain', { headers: { 'user-agent': chrome } })
    assert.equal(site.seen[0]?.headers['user-agent'], chrome)
    assert.match(String(site.seen[0]?.headers['sec-ch-ua']), /"Google Chrome";v="140"/)
    assert.equal(site.seen[0]?.headers['sec-ch-ua-platform'], '"Windows"')
    await seenBy('/plain', { headers: { 'user-agent': 'Mine/1.0' } })
    assert.equal(site.seen[0]?.headers['sec-ch-ua'], undefined)
  })

  it('sends the Accept-Language of the caller word for word', async () => {
    const page = await seenBy('/plain', { headers: { 'Accept-Language': 'fr;q=0.5, nl-BE' } })
    assert.equal(site.seen[0]?.headers['accept-language'], 'fr;q=0.5, nl-BE')
    assert.deepEqual(page.languages, ['nl-BE', 'fr'])
  })
})
