/** How the recorder handles ordinary HTTP: methods, headers, redirects, bodies, failures. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { allIsDone, capture, openLab, pageIsDone, requestTo, textOf, urlsOf, type RecorderLab } from './recorder-lab.ts'

const script = (body: string): string =>
  `<!doctype html><title>Lab</title><script>(async () => { ${body}; window.done = true })()</script>`
const binary = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x41])
const repeated = JSON.stringify({ text: 'seine '.repeat(2_000) })

describe('recorder: HTTP', () => {
  let lab: RecorderLab
  let fixture: Fixture
  let uploads: Buffer[] = []
  const visit = async (path: string, wish: Parameters<typeof capture>[2] = {}) =>
    await capture(lab, fixture.origin + path, { until: allIsDone, ...wish })

  before(async () => {
    lab = await openLab()
    fixture = await startFixture({
      '/empty': html(
        script(`await Promise.allSettled([fetch('/204'), fetch('/304'), fetch('/head', { method: 'HEAD' })])`),
      ),
      '/204': (_q, r) => r.writeHead(204).end(),
      '/304': (_q, r) => r.writeHead(304).end(),
      '/head': (_q, r) => r.writeHead(200, { 'content-length': '5' }).end(),
      '/bodies': html(
        script(`await (await fetch('/json')).json(); await (await fetch('/latin')).text();
        await (await fetch('/broken-text')).text(); await (await fetch('/gzip')).text(); await (await fetch('/zero')).text();
        await (await fetch('/big')).text();
        const x = new XMLHttpRequest(); x.open('GET', '/json?xhr'); await new Promise((r) => { x.onload = r; x.send() })`) +
          '<link rel=stylesheet href=/style.css><img src=/pixel.png>',
      ),
      '/json': (_q, r) =>
        r
          .writeHead(
            200,
            [
              ['content-type', 'application/json'],
              ['set-cookie', 'a=1'],
              ['set-cookie', 'b=2'],
            ].flat(),
          )
          .end('{"ü":1}'),
      '/latin': (_q, r) =>
        r.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from('caf\u00e9', 'latin1')),
      '/broken-text': (_q, r) => r.writeHead(200, { 'content-type': 'text/plain;charset=utf-8' }).end(binary),
      '/gzip': (_q, r) =>
        r.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(repeated)),
      '/zero': (_q, r) => r.writeHead(200, { 'content-type': 'text/plain', 'content-length': '0' }).end(),
      '/big': (_q, r) => r.writeHead(200, { 'content-type': 'text/plain' }).end('é'.repeat(5_000)),
      '/style.css': (_q, r) => r.writeHead(200, { 'content-type': 'text/css' }).end('body{color:red}'),
      '/pixel.png': (_q, r) => r.writeHead(200, { 'content-type': 'image/png' }).end(binary),
      '/redirects': html(
        script(`document.cookie = 'me=1'; await (await fetch('/r1', { method: 'POST', body: 'x=1' })).text()`),
      ),
      '/r1': (_q, r) => r.writeHead(302, { location: '/r2', 'set-cookie': 'hop=1' }).end(),
      '/r2': (_q, r) => r.writeHead(307, { location: '/r3', 'x-hop': 'two' }).end(),
      '/r3': (_q, r) => r.writeHead(200, { 'content-type': 'text/plain', 'x-hop': 'three' }).end('arrived'),
      '/moved': (_q, r) => r.writeHead(301, { location: '/plain' }).end('moved'),
      '/plain': html(script('')),
      '/uploads': html(
        script(`const bytes = new Uint8Array([255, 0, 128, 10]);
        await fetch('/up?blob', { method: 'POST', body: new Blob([bytes]) });
        const form = new FormData(); form.set('name', 'é'); form.set('file', new Blob([bytes]), 'f.bin');
        await fetch('/up?form', { method: 'POST', body: form });
        await fetch('/up?array', { method: 'POST', body: bytes });
        await fetch('/up?text', { method: 'POST', body: JSON.stringify({ a: 'ü' }) })`),
      ),
      '/up': (q, r) => {
        const parts: Buffer[] = []
        q.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
          uploads.push(Buffer.concat(parts))
          r.writeHead(200).end('ok')
        })
      },
      '/failures': html(
        script(`await fetch('/cut').then((x) => x.text()).catch(() => 0); await fetch('/reset').catch(() => 0);
        await fetch('http://127.0.0.1:1/refused').catch(() => 0);
        const c = new AbortController(); const p = fetch('/never', { signal: c.signal }).catch(() => 0); setTimeout(() => c.abort(), 100); await p`),
      ),
      '/cut': (_q, r) => {
        r.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' })
        r.write('short')
        setTimeout(() => r.destroy(), 50)
      },
      '/reset': (q) => q.socket.destroy(),
      '/never': () => {},
      '/csp': html(script(`await fetch('http://localhost:1/forbidden').catch(() => 0)`), {
        'content-security-policy': "connect-src 'self'",
      }),
      '/no-store-page': html(
        script(`const read = async (url) => { const reader = (await fetch(url)).body.getReader(); while (!(await reader.read()).done); };
        await read('/no-store')`),
      ),
      '/no-store': (_q, r) => {
        r.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
        r.write('one')
        setTimeout(() => r.end('two'), 50)
      },
      '/cached': html(script(`await (await fetch('/fresh')).text(); await (await fetch('/fresh')).text()`)),
      '/fresh': (_q, r) =>
        r.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'max-age=600' }).end('fresh'),
      '/inline': html(
        script(`await (await fetch('data:text/plain,hi')).text();
        await (await fetch(URL.createObjectURL(new Blob(['b'])))).text()`),
      ),
      '/many': html(
        script(`await Promise.all(Array.from({ length: 1000 }, (_, n) => fetch('/json?' + n).then((x) => x.text())))`),
      ),
    })
  })
  after(async () => {
    await lab.close()
    await fixture.close()
  })

  it('calls a fetch without a body finished, read or not', async () => {
    const recording = await visit('/empty')
    for (const path of ['/204', '/304', '/head']) {
      const request = requestTo(recording, path)
      assert.equal(request.state, 'finished', path)
      assert.equal(request.failure, null)
      assert.deepEqual(request.responseBody, { kind: 'omitted', reason: 'no_content', bytes: 0 })
    }
    assert.equal(requestTo(recording, '/304').hops[0]?.response?.status, 304)
  })

  it('keeps bodies of documents and calls, as text or byte for byte', async () => {
    const recording = await visit('/bodies', { bounds: { responseBodyMaxBytes: 8_193 } })
    assert.match(textOf(requestTo(recording, '/bodies')), /<title>Lab/)
    assert.equal(textOf(requestTo(recording, '/json')), '{"ü":1}')
    assert.equal(textOf(requestTo(recording, '/json?xhr')), '{"ü":1}')
    assert.equal(requestTo(recording, '/json?xhr').resourceType, 'xhr')
    assert.equal(textOf(requestTo(recording, '/latin')), 'café')
    const broken = requestTo(recording, '/broken-text').responseBody
    assert.deepEqual(broken, {
      kind: 'kept',
      text: binary.toString('base64'),
      encoding: 'base64',
      bytes: 5,
      truncated: false,
    })
    assert.deepEqual(requestTo(recording, '/zero').responseBody, { kind: 'omitted', reason: 'no_content', bytes: 0 })
    const big = requestTo(recording, '/big').responseBody
    assert.deepEqual(big, { kind: 'kept', text: 'é'.repeat(4_096), encoding: 'utf8', bytes: 10_000, truncated: true })
    assert.equal(recording.pages[0]?.title, 'Lab')
  })

  it('distinguishes bytes on the wire from decoded bytes', async () => {
    const request = requestTo(await visit('/bodies'), '/gzip')
    assert.equal(textOf(request), repeated)
    assert.equal(request.decodedBytes, repeated.length)
    const head = request.hops[0]?.response?.headersBytes ?? 0
    assert.ok(head > 0 && request.wireBytes >= head + gzipSync(repeated).length)
    assert.ok(request.wireBytes < repeated.length)
  })

  it('lists static assets without their bodies', async () => {
    const recording = await visit('/bodies')
    assert.equal(requestTo(recording, '/style.css').resourceType, 'stylesheet')
    assert.equal(requestTo(recording, '/pixel.png').resourceType, 'image')
    assert.equal(requestTo(recording, '/pixel.png').responseBody.kind, 'omitted')
    assert.ok(requestTo(recording, '/pixel.png').wireBytes > 5)
  })

  it('gives repeated Set-Cookie headers as a list', async () => {
    const request = requestTo(await visit('/bodies'), '/json')
    assert.deepEqual(request.hops[0]?.response?.headers['set-cookie'], ['a=1', 'b=2'])
  })

  it('keeps method and headers of every hop of a redirect chain', async () => {
    const request = requestTo(await visit('/redirects'), '/r1')
    assert.deepEqual(
      request.hops.map((hop) => [hop.method, new URL(hop.url).pathname, hop.response?.status]),
      [
        ['POST', '/r1', 302],
        ['GET', '/r2', 307],
        ['GET', '/r3', 200],
      ],
    )
    assert.deepEqual(request.hops[0]?.response?.headers['set-cookie'], ['hop=1'])
    assert.equal(request.hops[0]?.requestHeaders['cookie'], 'me=1')
    assert.equal(request.hops[1]?.requestHeaders['cookie'], 'me=1; hop=1')
    assert.equal(request.hops[1]?.response?.headers['x-hop'], 'two')
    assert.equal(request.hops[2]?.response?.headers['x-hop'], 'three')
    assert.equal(textOf(request), 'arrived')
    assert.equal(request.requestBody?.kind === 'kept' && request.requestBody.text, 'x=1')
    const heads = request.hops.map((hop) => hop.response?.headersBytes ?? 0)
    assert.ok(heads.every((bytes) => bytes > 50))
    assert.ok(request.wireBytes >= heads.reduce((sum, bytes) => sum + bytes, 0))
  })

  it('follows a redirected document', async () => {
    const recording = await visit('/moved')
    const request = requestTo(recording, '/moved')
    assert.deepEqual(
      request.hops.map((hop) => hop.response?.status),
      [301, 200],
    )
    assert.ok(request.isNavigation && request.isMainFrame)
    assert.equal(recording.pages[0]?.url, `${fixture.origin}/plain`)
  })

  it('keeps uploads byte for byte', async () => {
    uploads = []
    const recording = await visit('/uploads')
    const sent = ['/up?blob', '/up?form', '/up?array', '/up?text'].map((path) => {
      const body = requestTo(recording, path).requestBody
      assert.ok(body?.kind === 'kept', path)
      return Buffer.from(body.text, body.encoding)
    })
    assert.deepEqual(sent, uploads)
  })

  it('keeps the status and the failure of a response that was cut, and says why others failed', async () => {
    const recording = await visit('/failures')
    const cut = requestTo(recording, '/cut')
    assert.equal(cut.hops[0]?.response?.status, 200)
    assert.equal(cut.state, 'failed')
    assert.equal(cut.failure?.errorText, 'net::ERR_CONTENT_LENGTH_MISMATCH')
    assert.equal(requestTo(recording, '/reset').failure?.errorText, 'net::ERR_EMPTY_RESPONSE')
    const refused = requestTo(recording, '/refused')
    assert.equal(refused.state, 'failed')
    assert.match(refused.failure?.errorText ?? '', /^net::ERR_/)
    const aborted = requestTo(recording, '/never')
    assert.equal(aborted.state, 'canceled')
    assert.equal(aborted.failure?.errorText, 'net::ERR_ABORTED')
    assert.deepEqual(aborted.responseBody, { kind: 'omitted', reason: 'canceled', bytes: null })
  })

  it('says nothing of what the policy of a page kept from being sent', async () => {
    assert.ok(!urlsOf(await visit('/csp')).some((url) => url.endsWith('/forbidden')))
  })

  it('calls a no-store stream that was read to its end finished', async () => {
    const request = requestTo(await visit('/no-store-page'), '/no-store')
    assert.equal(request.state, 'finished')
    assert.equal(textOf(request), 'onetwo')
  })

  it('counts no bytes for what a cache answered', async () => {
    const recording = await visit('/cached')
    const [first, second] = recording.requests.filter((request) => request.hops[0]?.url.endsWith('/fresh'))
    assert.ok(first !== undefined && second !== undefined)
    assert.equal(first.hops[0]?.response?.fromCache, 'none')
    assert.notEqual(second.hops[0]?.response?.fromCache, 'none')
    assert.equal(second.wireBytes, 0)
    assert.equal(textOf(second), 'fresh')
  })

  it('leaves out data and blob URLs', async () => {
    assert.deepEqual(urlsOf(await visit('/inline')), [`${fixture.origin}/inline`])
  })

  it('keeps the bodies of a thousand calls', async () => {
    const recording = await visit('/many')
    const calls = recording.requests.filter((request) => request.resourceType === 'fetch')
    assert.equal(calls.length, 1_000)
    assert.ok(calls.every((call) => call.state === 'finished' && textOf(call) === '{"ü":1}'))
  })

  it('omits bodies beyond the budget, with the reason', async () => {
    const recording = await visit('/many', { bounds: { bodiesMaxBytes: 1_000 } })
    const reasons = new Set(
      recording.requests.map((request) =>
        request.responseBody.kind === 'omitted' ? request.responseBody.reason : 'kept',
      ),
    )
    assert.ok(reasons.has('kept') && reasons.has('budget_exceeded'))
  })

  it('keeps bodies of static assets where they are wanted', async () => {
    const recording = await visit('/bodies', { bodies: 'all' })
    assert.equal(textOf(requestTo(recording, '/style.css')), 'body{color:red}')
    const { responseBody } = requestTo(recording, '/pixel.png')
    assert.ok(responseBody.kind === 'kept')
    assert.equal(responseBody.text, binary.toString('base64'))
  })

  it('names the address of the server, and no address where it is that of the proxy', async () => {
    const direct = requestTo(await visit('/plain'), '/plain').hops[0]?.response
    assert.deepEqual([direct?.serverIp, direct?.serverPort], ['127.0.0.1', fixture.port])
    const proxied = requestTo(await visit('/plain', { proxyPort: fixture.port }), '/plain').hops[0]?.response
    assert.deepEqual([proxied?.serverIp, proxied?.serverPort], [null, null])
  })

  it('times every hop from the start of the capture', async () => {
    const earliest = Date.now() - 5
    const recording = await visit('/redirects')
    assert.ok(recording.startedAtMs >= earliest && recording.startedAtMs <= Date.now() + 5)
    const offsets = recording.requests.flatMap((request) => request.hops.map((hop) => hop.offsetMs))
    assert.deepEqual(
      offsets,
      offsets.toSorted((a, b) => a - b),
    )
    const { timings, timeMs } = requestTo(recording, '/r1').hops[2] ?? { timings: null, timeMs: null }
    assert.ok(timings !== null && timeMs !== null)
    assert.ok(timings.send >= 0 && timings.wait > 0 && timings.receive >= 0 && timings.wait <= timeMs)
  })

  it('gives what it has when the browser goes away', async () => {
    const own = await openLab()
    const recording = await capture(own, `${fixture.origin}/bodies`, {
      until: async (page) => {
        await pageIsDone(page)
        own.browser.process()?.kill('SIGKILL')
      },
    })
    assert.equal(textOf(requestTo(recording, '/json')), '{"ü":1}')
    await own.close()
  })

  it('reads no body when none is wanted', async () => {
    const recording = await visit('/bodies', { bodies: 'none' })
    assert.ok(recording.requests.every((request) => request.responseBody.kind === 'omitted'))
    assert.equal(requestTo(recording, '/json').hops[0]?.response?.status, 200)
  })
})
