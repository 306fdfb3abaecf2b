/** Traffic of targets other than the page itself: frames, popups, workers; and across origins. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { IncomingMessage } from 'node:http'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import {
  allIsDone,
  capture,
  nothingIsOpen,
  openLab,
  pageIsDone,
  requestTo,
  textOf,
  until,
  urlsOf,
  type RecorderLab,
} from './recorder-lab.ts'

const script = (body: string): string => `<!doctype html><script>(async () => { ${body} })()</script>`
const code =
  (body: string): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(body)
  }
const cors = (request: IncomingMessage, response: ServerResponse): void => {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'x-own',
    'content-type': 'text/plain',
  }
  if (request.method === 'OPTIONS') response.writeHead(204, headers).end()
  else response.writeHead(200, headers).end('shared')
}

for (const engine of ['headless_shell', 'chrome'] as const) {
  describe(`recorder: targets in ${engine}`, () => {
    let lab: RecorderLab
    let fixture: Fixture
    let other: string
    const visit = async (path: string, wish: Parameters<typeof capture>[2] = {}) =>
      await capture(lab, fixture.origin + path, { until: allIsDone, ...wish })

    before(async () => {
      lab = await openLab(engine)
      fixture = await startFixture({
        '/data': (_q, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"data":true}'),
        '/workers': html(
          script(`const told = (on) => new Promise((r) => { on.onmessage = r });
          const w = new Worker('/worker.js'); const a = told(w);
          const s = new SharedWorker('/shared.js'); const b = told(s.port); s.port.start();
          await a; await b; window.done = true`),
        ),
        '/worker.js': code(`fetch('/data?worker').then((r) => r.text()).then(() => postMessage(1))`),
        '/shared.js': code(
          `onconnect = (e) => fetch('/data?shared').then((r) => r.text()).then(() => e.ports[0].postMessage(1))`,
        ),
        '/service': html(
          script(`await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready;
          if (!navigator.serviceWorker.controller) await new Promise((r) => { navigator.serviceWorker.oncontrollerchange = r });
          await (await fetch('/data?forwarded')).text(); await (await fetch('/data?made')).text(); window.done = true`),
        ),
        '/sw.js': code(`self.oninstall = (e) => { self.skipWaiting(); e.waitUntil(fetch('/data?install')) };
          self.onactivate = (e) => e.waitUntil(clients.claim());
          self.onfetch = (e) => { if (e.request.url.endsWith('?made')) e.respondWith(new Response('made here'));
            else if (e.request.url.endsWith('?forwarded')) e.respondWith(fetch('/data?inner')) }`),
        '/frames': (_q, r) =>
          html(`<script>onmessage = () => { window.done = true }</script><iframe src="${other}/frame"></iframe>`)(
            _q,
            r,
          ),
        '/frame': html(script(`await (await fetch('/data?frame')).text(); parent.postMessage(1, '*')`)),
        '/popup-page': html(script(`window.onmessage = () => { window.done = true }; window.open('/popup')`)),
        '/popup': html(script(`await (await fetch('/data?popup')).text(); opener.postMessage(1, '*')`)),
        '/preflight': (q, r) =>
          html(
            script(`await (await fetch('${other}/cors', { headers: { 'x-own': '1' } })).text();
            await fetch('${other}/data?no-cors').catch(() => 0); window.done = true`),
          )(q, r),
        '/cors': cors,
        '/leaving': (q, r) =>
          html(
            script(
              `const x = new XMLHttpRequest(); x.open('GET', '/data?xhr'); x.onload = () => { location = '${other}/arrived' }; x.send()`,
            ),
          )(q, r),
        '/arrived': html(script(`window.done = true`)),
        '/hurrying': (q, r) => html(`<script>location = '${other}/arrived'</script>first page`)(q, r),
      })
      other = fixture.origin.replace('127.0.0.1', 'localhost')
    })
    after(async () => {
      await lab.close()
      await fixture.close()
    })

    it('lists what dedicated and shared workers fetch', async () => {
      // In one of a hundred visits Chromium never reports that the script of the shared worker has ended.
      const recording = await visit('/workers', {
        until: async (page, recorder) => {
          await pageIsDone(page)
          await until(recorder, () => [...recorder.traffic.open()].every(({ url }) => url.endsWith('/shared.js')))
        },
      })
      for (const [path, target] of [
        ['/data?worker', 'worker'],
        ['/data?shared', 'shared_worker'],
      ] as const) {
        const request = requestTo(recording, path)
        assert.equal(request.targetType, target)
        assert.equal(textOf(request), '{"data":true}')
      }
      assert.equal(requestTo(recording, '/worker.js').state, 'finished')
      assert.equal(urlsOf(recording).filter((url) => url.endsWith('/worker.js')).length, 1)
    })

    it('lists what a service worker fetches, and counts no bytes for what it answers', async () => {
      const recording = await visit('/service')
      for (const path of ['/data?install', '/data?inner']) {
        const request = requestTo(recording, path)
        assert.equal(request.targetType, 'service_worker', path)
        assert.ok(request.wireBytes > 0, path)
      }
      const forwarded = requestTo(recording, '/data?forwarded')
      assert.equal(forwarded.hops[0]?.response?.fromServiceWorker, true)
      assert.equal(forwarded.hops[0]?.response?.serviceWorkerSource, 'network')
      assert.equal(forwarded.wireBytes, 0)
      assert.equal(textOf(forwarded), '{"data":true}')
      assert.equal(textOf(requestTo(recording, '/data?made')), 'made here')
      // Passed on without being read, so that only the page has its body.
      assert.deepEqual(requestTo(recording, '/data?inner').responseBody, {
        kind: 'omitted',
        reason: 'not_available',
        bytes: null,
      })
    })

    it('lists the document and the calls of a cross-site iframe', async () => {
      const recording = await visit('/frames')
      const frame = requestTo(recording, '/frame')
      assert.deepEqual([frame.state, frame.isNavigation, frame.isMainFrame], ['finished', true, false])
      assert.match(textOf(frame), /data\?frame/)
      const call = requestTo(recording, '/data?frame')
      assert.equal(call.targetType, 'iframe')
      assert.equal(call.frameUrl, `${other}/frame`)
      assert.equal(textOf(call), '{"data":true}')
    })

    it('has the first request of a popup', async () => {
      const recording = await visit('/popup-page')
      const popup = requestTo(recording, '/popup')
      assert.deepEqual([popup.targetType, popup.isNavigation, popup.state], ['popup', true, 'finished'])
      assert.match(textOf(popup), /data\?popup/)
      assert.equal(textOf(requestTo(recording, '/data?popup')), '{"data":true}')
    })

    it('folds a preflight into its request, and gives a CORS failure its code', async () => {
      const recording = await visit('/preflight')
      const allowed = requestTo(recording, '/cors')
      assert.equal(allowed.state, 'finished')
      assert.equal(allowed.preflight?.method, 'OPTIONS')
      assert.equal(allowed.preflight?.response?.status, 204)
      assert.equal(allowed.preflight?.requestHeaders['access-control-request-headers'], 'x-own')
      assert.equal(urlsOf(recording).filter((url) => url.endsWith('/cors')).length, 1)
      const refused = requestTo(recording, '/data?no-cors')
      assert.equal(refused.state, 'failed')
      assert.equal(refused.failure?.corsError, 'MissingAllowOriginHeader')
      assert.equal(refused.hops[0]?.response?.status, 200)
      assert.ok(refused.wireBytes > 0 && refused.wireBytes === refused.hops[0]?.response?.headersBytes)
    })

    it('has the body of a call that finished right before a cross-site navigation', async () => {
      const recording = await visit('/leaving')
      assert.equal(textOf(requestTo(recording, '/data?xhr')), '{"data":true}')
      assert.deepEqual(
        recording.pages.map((page) => page.url),
        [`${fixture.origin}/leaving`, `${other}/arrived`],
      )
    })

    it('has the body of a document that sent the page elsewhere at once', async () => {
      const hurry = async (): Promise<string | null> => {
        const recording = await visit('/hurrying', {
          until: async (page, recorder) => {
            await until(recorder, () => recorder.traffic.mainDocument()?.url === `${other}/arrived`)
            await pageIsDone(page)
          },
        })
        const { responseBody } = requestTo(recording, '/hurrying')
        return responseBody.kind === 'omitted' ? null : responseBody.text
      }
      // On a busy machine the browser may have discarded it before it is requested.
      const text = (await hurry()) ?? (await hurry()) ?? (await hurry())
      assert.match(text ?? '', /first page/)
    })

    it('says why a blocked request was blocked', async () => {
      const recording = await visit('/frame', {
        onTarget: ({ session }) => {
          session.send('Network.setBlockedURLs', { urls: ['*/data*'] }).catch(() => {})
        },
        until: async (_page, recorder) => {
          await until(recorder, () => recorder.traffic.timesRequested(`${fixture.origin}/data`) > 0)
          await nothingIsOpen(recorder)
        },
      })
      const { failure, state } = requestTo(recording, '/data?frame')
      assert.deepEqual([state, failure?.blockedReason], ['failed', 'inspector'])
    })

    it('shows open requests and the main document while the page loads', async () => {
      let main: string | null = null
      let asked = 0
      await visit('/workers', {
        until: async (page, recorder) => {
          await pageIsDone(page)
          main = recorder.traffic.mainDocument()?.url ?? null
          asked = recorder.traffic.timesRequested(`${fixture.origin}/data?other`)
          assert.equal(recorder.traffic.mainDocument()?.status, 200)
          assert.equal(recorder.traffic.mainDocument()?.mimeType, 'text/html')
        },
      })
      assert.equal(main, `${fixture.origin}/workers`)
      assert.equal(asked, 2)
    })

    it('releases contexts that are not recorded', async () => {
      const context = await lab.browser.createBrowserContext()
      const page = await context.newPage()
      await page.goto(`${fixture.origin}/workers`)
      await pageIsDone(page)
      await context.close()
    })
  })
}
