/** Requests for which the browser reports only one end: documents, workers and popups that open and close. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import { allIsDone, capture, openLab, requestTo, textOf, until, type RecorderLab } from './recorder-lab.ts'

const script = (body: string): string => `<!doctype html><body><script>(async () => { ${body} })()</script>`
const code =
  (body: string): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(body)
  }
const shared = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'PUT' }

for (const engine of ['headless_shell', 'chrome'] as const) {
  describe(`recorder: departures in ${engine}`, () => {
    let lab: RecorderLab
    let fixture: Fixture
    let other: string
    const visit = async (path: string, wish: Parameters<typeof capture>[2] = {}) =>
      await capture(lab, fixture.origin + path, { until: allIsDone, ...wish })
    /** Leaves two calls and a frame open, and continues once the server has received all of them. */
    const leaving =
      (to: () => string): FixtureHandler =>
      (request, response) =>
        html(
          script(`fetch('/begun').then((answer) => { answer.text(); location = '${to()}' }); fetch('/never?call');
          const frame = document.createElement('iframe'); frame.src = '/never?frame'; document.body.append(frame)`),
        )(request, response)

    before(async () => {
      lab = await openLab(engine)
      fixture = await startFixture(
        {
          '/leaving': leaving(() => '/arrived'),
          '/leaving-site': leaving(() => `${other}/arrived`),
          '/begun': (_request, response) => {
            response.writeHead(200, { 'content-type': 'application/x-ndjson' })
            response.write('{"n":1}\n')
          },
          '/never': () => {},
          '/arrived': html(script(`await (await fetch('/data')).text(); window.done = true`)),
          '/data': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('data'),
          '/socket': (request, response) =>
            html(
              script(`const socket = new WebSocket('ws://${request.headers.host}/open');
              socket.onmessage = () => { location = '/arrived' }`),
            )(request, response),
          '/ended-worker': html(
            script(`const worker = new Worker('/worker.js');
            worker.onmessage = () => { worker.terminate(); window.done = true }`),
          ),
          '/worker.js': code(`fetch('/never?worker'); fetch('/data').then((r) => r.text()).then(() => postMessage(1))`),
          '/moved-worker': html(
            script(`const worker = new Worker('/old.js'); worker.onmessage = () => { window.done = true }`),
          ),
          '/old.js': (_request, response) => response.writeHead(302, { location: '/new.js' }).end(),
          '/new.js': code('postMessage(1)'),
          '/crossing': (request, response) =>
            html(
              script(`await (await fetch('${other}/far', { method: 'PUT', body: 'four' })).text(); window.done = true`),
            )(request, response),
          '/far': ({ method }, response) => {
            const location = `${fixture.origin}/near`
            response.writeHead(method === 'OPTIONS' ? 204 : 307, { ...shared, location }).end()
          },
          '/near': ({ method }, response) => {
            response.writeHead(method === 'OPTIONS' ? 204 : 200, shared).end(method === 'OPTIONS' ? undefined : 'near')
          },
        },
        { onSocket: (socket) => socket.send('hello') },
      )
      other = fixture.origin.replace('127.0.0.1', 'localhost')
    })
    after(async () => {
      await lab.close()
      await fixture.close()
    })

    for (const path of ['/leaving', '/leaving-site']) {
      it(`calls what a page left behind canceled (${path})`, async () => {
        const recording = await visit(path)
        for (const left of ['/never?call', '/never?frame', '/begun']) {
          const { state, failure, hops } = requestTo(recording, left)
          assert.deepEqual([state, failure?.errorText], ['canceled', 'net::ERR_ABORTED'], left)
          assert.ok((hops[0]?.timeMs ?? 0) > 0, left)
        }
        assert.equal(requestTo(recording, path).state, 'finished')
        assert.equal(textOf(requestTo(recording, '/data')), 'data')
      })
    }

    it('counts what a page left behind no longer as open', async () => {
      await visit('/leaving', {
        until: async (page, recorder) => {
          await until(recorder, () => recorder.traffic.mainDocument()?.url.endsWith('/arrived') === true)
          await allIsDone(page, recorder)
        },
      })
    })

    it('ends a WebSocket with the page that opened it', async () => {
      const socket = requestTo(await visit('/socket'), '/open')
      assert.equal(socket.state, 'finished')
      assert.equal(socket.socket?.framesReceived, 1)
    })

    it('calls what a worker had under way canceled when it ends', async () => {
      const recording = await visit('/ended-worker')
      assert.equal(requestTo(recording, '/never?worker').state, 'canceled')
    })

    it('follows the script of a worker through a redirect', async () => {
      const { hops } = requestTo(await visit('/moved-worker'), '/old.js')
      assert.deepEqual(
        hops.map(({ url, response }) => [new URL(url).pathname, response?.status]),
        [
          ['/old.js', 302],
          ['/new.js', 200],
        ],
      )
      assert.equal(hops[0]?.response?.headers['location'], '/new.js')
    })

    it('keeps both preflights of a request that is redirected to another origin', async () => {
      const recording = await visit('/crossing')
      const others = recording.requests.filter(({ resourceType }) => resourceType === 'preflight')
      assert.deepEqual(
        others.map(({ hops, state }) => [hops[0]?.url, hops[0]?.response?.status, state]),
        [[`${other}/far`, 204, 'finished']],
      )
      const request = recording.requests.find(({ resourceType }) => resourceType === 'fetch')
      assert.ok(request !== undefined)
      assert.equal(request.preflight?.url, `${fixture.origin}/near`)
      assert.deepEqual(
        request.hops.map(({ response }) => response?.status),
        [307, 200],
      )
    })
  })
}
