/** How the recorder handles responses without an end: streams, server-sent events, WebSockets. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { capture, nothingIsOpen, openLab, pageIsDone, requestTo, textOf, type RecorderLab } from './recorder-lab.ts'

const stream = (response: ServerResponse, type: string, first: string | Buffer): void => {
  response.writeHead(200, { 'content-type': type })
  response.write(first)
}
const script = (body: string): string => `<!doctype html><script>(async () => { ${body} })()</script>`
/** Reads a stream until a text has arrived, then marks the page as done. */
const readUntil = (path: string, text: string): string =>
  `const reader = (await fetch('${path}')).body.getReader(); let all = '';
   for (;;) { const { value, done } = await reader.read(); if (done) break;
     all += new TextDecoder().decode(value); if (all.includes('${text}')) window.done = true }`

describe('recorder: streams', () => {
  let lab: RecorderLab
  let fixture: Fixture
  const visit = async (path: string, wish: Parameters<typeof capture>[2] = {}) =>
    await capture(lab, fixture.origin + path, { until: pageIsDone, ...wish })

  before(async () => {
    lab = await openLab()
    fixture = await startFixture(
      {
        '/ndjson-page': html(script(readUntil('/ndjson', 'two'))),
        '/ndjson': (_q, r) => {
          stream(r, 'application/x-ndjson', '{"n":"one"}\n')
          setTimeout(() => r.write('{"n":"two"}\n'), 50)
        },
        '/json-page': html(script(readUntil('/json', 'half'))),
        '/json': (_q, r) => stream(r, 'application/json', '{"half":'),
        '/xhr-page': html(
          script(`const x = new XMLHttpRequest(); x.open('GET', '/ndjson');
          x.onprogress = () => { if (x.responseText.includes('two')) window.done = true }; x.send()`),
        ),
        '/grpc-page': html(
          script(`const reader = (await fetch('/grpc')).body.getReader(); await reader.read(); window.done = true`),
        ),
        '/grpc': (_q, r) => stream(r, 'application/grpc-web+proto', Buffer.from([0, 0, 0, 0, 2, 0xff, 0xfe])),
        '/sse-fetch': html(script(readUntil('/sse', 'three'))),
        '/sse': (_q, r) => {
          stream(r, 'text/event-stream', 'id: 7\nevent: tick\ndata: one\n\ndata: two\nda')
          setTimeout(() => r.write('ta: more\n\nid: 9\ndata: three\n\n'), 50)
        },
        '/sse-native': html(
          script(`const source = new EventSource('/sse'); source.addEventListener('message', (e) => {
          if (e.data === 'three') window.done = true })`),
        ),
        '/sse-ended': html(script(`await (await fetch('/sse-short')).text(); window.done = true`)),
        '/sse-short': (_q, r) =>
          r.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\ndata: a\n\ndata: b\n\n'),
        '/sse-many': html(script(`await (await fetch('/sse-1000')).text(); window.done = true`)),
        '/sse-1000': (_q, r) =>
          r.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: x\n\n'.repeat(1_000)),
        '/aborted': html(
          script(`const c = new AbortController(); const r = await fetch('/ndjson', { signal: c.signal });
          window.stop = () => c.abort();
          const reader = r.body.getReader(); let all = '';
          while (!all.includes('two')) all += new TextDecoder().decode((await reader.read()).value);
          window.done = true`),
        ),
        '/socket-page': html(
          script(`const s = new WebSocket('ws://' + location.host + '/echo'); s.binaryType = 'arraybuffer';
          await new Promise((r) => { s.onopen = r }); s.send('héllo'); s.send(new Uint8Array([0, 255, 128]));
          let n = 0; s.onmessage = () => { if (++n === 2) { s.close(4001, 'bye') } }; s.onclose = () => { window.done = true }`),
        ),
        '/socket-open': html(
          script(`const s = new WebSocket('ws://' + location.host + '/echo');
          s.onopen = () => { for (let n = 0; n < 10; n++) s.send('x'.repeat(100_000)) };
          let n = 0; s.onmessage = () => { if (++n === 10) window.done = true }`),
        ),
        '/socket-refused': html(
          script(`const s = new WebSocket('ws://127.0.0.1:' + location.search.slice(1) + '/none');
          s.onerror = () => { window.done = true }`),
        ),
      },
      { onSocket: (socket) => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })) },
    )
  })
  after(async () => {
    await lab.close()
    await fixture.close()
  })

  it('lists an open NDJSON stream as pending, with what has come', async () => {
    for (const page of ['/ndjson-page', '/xhr-page']) {
      const request = requestTo(await visit(page), '/ndjson')
      assert.equal(request.state, 'pending')
      assert.equal(request.failure, null)
      assert.equal(request.hops[0]?.timeMs, null)
      assert.equal(textOf(request), '{"n":"one"}\n{"n":"two"}\n')
    }
  })

  it('gives what has come of an answer of any type that is still open', async () => {
    const request = requestTo(await visit('/json-page'), '/json')
    assert.equal(request.state, 'pending')
    assert.equal(textOf(request), '{"half":')
    assert.ok(request.wireBytes > 8)
  })

  it('keeps pieces of binary streams as base64', async () => {
    const { responseBody } = requestTo(await visit('/grpc-page'), '/grpc')
    assert.ok(responseBody.kind === 'kept')
    assert.equal(responseBody.encoding, 'base64')
    assert.equal(responseBody.text, Buffer.from([0, 0, 0, 0, 2, 0xff, 0xfe]).toString('base64'))
  })

  it('parses server-sent events that are read by fetch', async () => {
    const request = requestTo(await visit('/sse-fetch'), '/sse')
    assert.equal(request.resourceType, 'fetch')
    assert.deepEqual(
      request.events?.map(({ event, id, data }) => ({ event, id, data })),
      [
        { event: 'tick', id: '7', data: 'one' },
        { event: 'message', id: '7', data: 'two\nmore' },
        { event: 'message', id: '9', data: 'three' },
      ],
    )
    const offsets = request.events?.map((event) => event.offsetMs) ?? []
    assert.ok((offsets[0] ?? 0) > 0 && (offsets[1] ?? 0) >= (offsets[0] ?? 0))
  })

  it('parses server-sent events of a response that has ended, and counts those it does not keep', async () => {
    const short = requestTo(await visit('/sse-ended'), '/sse-short')
    assert.equal(short.state, 'finished')
    assert.deepEqual(
      short.events?.map((event) => [event.id, event.data]),
      [
        ['1', 'a'],
        ['1', 'b'],
      ],
    )
    assert.equal(textOf(short), 'id: 1\ndata: a\n\ndata: b\n\n')
    const many = requestTo(await visit('/sse-many', { bounds: { framesPerCallMax: 10 } }), '/sse-1000')
    assert.equal(many.events?.length, 10)
    assert.equal(many.eventsTotal, 1_000)
  })

  it('lists the messages of an EventSource with their ids, and its open body', async () => {
    const request = requestTo(await visit('/sse-native'), '/sse')
    assert.equal(request.resourceType, 'eventsource')
    assert.equal(request.state, 'pending')
    assert.deepEqual(
      request.events?.map((event) => [event.event, event.id, event.data]),
      [
        ['tick', '7', 'one'],
        ['message', '7', 'two\nmore'],
        ['message', '9', 'three'],
      ],
    )
    assert.match(textOf(request), /data: three/)
  })

  it('calls a stream that the page gave up canceled', async () => {
    const recording = await visit('/aborted', {
      until: async (page, recorder) => {
        await pageIsDone(page)
        // Not called by the page itself, which could be done before the recorder has requested the stream.
        await page.evaluate('stop()')
        await nothingIsOpen(recorder)
      },
    })
    const request = requestTo(recording, '/ndjson')
    assert.equal(request.state, 'canceled')
    assert.equal(request.failure?.canceled, true)
    assert.equal(textOf(request), '{"n":"one"}\n{"n":"two"}\n')
  })

  it('keeps frames of WebSockets in both directions, text as text and bytes as base64', async () => {
    const request = requestTo(await visit('/socket-page'), '/echo')
    const { socket } = request
    assert.equal(request.resourceType, 'websocket')
    assert.equal(request.state, 'finished')
    assert.equal(request.hops[0]?.response?.status, 101)
    assert.ok(request.hops[0]?.requestHeaders['sec-websocket-key'])
    const bytes = Buffer.from([0, 255, 128]).toString('base64')
    assert.deepEqual(
      socket?.frames
        .filter((frame) => frame.opcode < 8)
        .map((f) => [f.direction, f.opcode, f.payload, f.payloadEncoding, f.payloadBytes]),
      [
        ['sent', 1, 'héllo', 'utf8', 6],
        ['sent', 2, bytes, 'base64', 3],
        ['received', 1, 'héllo', 'utf8', 6],
        ['received', 2, bytes, 'base64', 3],
      ],
    )
    assert.equal(socket?.bytesSent, 9)
    assert.equal(socket?.error, null)
  })

  it('counts the frames of an open WebSocket that it does not keep, and cuts long ones', async () => {
    const request = requestTo(await visit('/socket-open', { bounds: { framesPerCallMax: 3 } }), '/echo')
    assert.equal(request.state, 'pending')
    assert.equal(request.socket?.frames.length, 3)
    assert.equal(request.socket?.framesOmitted, 17)
    assert.equal(request.socket?.framesReceived, 10)
    const [frame] = request.socket?.frames ?? []
    assert.equal(frame?.payload.length, 64 * 1024)
    assert.deepEqual([frame?.truncated, frame?.payloadBytes], [true, 100_000])
  })

  it('says why a WebSocket was not opened', async () => {
    const gone = await startFixture({})
    await gone.close()
    const request = requestTo(await visit(`/socket-refused?${gone.port}`), '/none')
    assert.equal(request.hops[0]?.response, null)
    assert.equal(request.state, 'failed')
    assert.match(request.failure?.errorText ?? '', /^net::ERR_/)
    // The time since its creation, and not since the zero of the browser's clock, the start of the machine.
    const { timeMs, timings } = request.hops[0] ?? assert.fail('no hop')
    assert.ok(timeMs !== null && timeMs < 60_000 && timings.wait < 60_000, `${timeMs} ms`)
  })

  it('has the status of a server that did not open a WebSocket', async () => {
    const plain = await startFixture({})
    const request = requestTo(await visit(`/socket-refused?${plain.port}`), '/none')
    await plain.close()
    assert.deepEqual([request.state, request.hops[0]?.response?.status], ['failed', 404])
    assert.match(request.failure?.errorText ?? '', /404/)
  })
})
