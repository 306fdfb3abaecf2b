import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureViewLimits } from '../calls/capture-limits.ts'
import type { CaptureRecord } from '../calls/captured-call.ts'
import { harSizeProblem, readHarFile } from './har-file.ts'

const read = (log: unknown): CaptureRecord => {
  const reading = readHarFile(JSON.stringify({ log }))
  assert.ok('capture' in reading)
  return reading.capture
}

const problemOf = (text: string): string => {
  const reading = readHarFile(text)
  assert.ok('problem' in reading)
  return reading.problem
}

const entry = (members: object = {}, request: object = {}, response: object = {}): object => ({
  startedDateTime: '2026-11-21T20:35:26.104Z',
  time: 100,
  request: { method: 'GET', url: 'https://example.com/', headers: [], ...request },
  response: { status: 200, statusText: 'OK', headers: [], content: { size: 3, mimeType: 'text/html' }, ...response },
  timings: { blocked: 10, dns: 5, connect: 30, ssl: 20, send: 5, wait: 40, receive: 10 },
  ...members,
})

test('an entry of Chrome gives a call with its parts, headers, bodies, initiator and address', () => {
  const { calls, durationMs, startedAt } = read({
    entries: [
      entry(
        {
          _resourceType: 'xhr',
          _initiator: { type: 'script', stack: { callFrames: [{ url: 'https://example.com/a.js', lineNumber: 7 }] } },
          serverIPAddress: '[2001:db8::1]'.slice(1, -1),
          connection: '443',
          _fromCache: 'disk',
        },
        {
          method: 'post',
          headers: [{ name: 'accept', value: '*/*' }],
          postData: { mimeType: 'text/plain', text: 'sent' },
          bodySize: 4,
        },
        { content: { size: 4, mimeType: 'application/json', text: 'e30=', encoding: 'base64' }, _transferSize: 300 },
      ),
    ],
  })
  const [call] = calls
  assert.equal(startedAt?.toISOString(), '2026-11-21T20:35:26.104Z')
  assert.equal(durationMs, 100)
  assert.deepEqual(call?.phases, { blocked: 10, dns: 5, connect: 10, tls: 20, send: 5, wait: 40, receive: 10 })
  assert.deepEqual([call?.method, call?.type, call?.status, call?.state], ['POST', 'xhr', 200, 'finished'])
  assert.deepEqual(call?.requestHeaders, [{ name: 'accept', value: '*/*' }])
  assert.deepEqual([call?.requestBody.text, call?.requestBody.bytes], ['sent', 4])
  assert.deepEqual([call?.responseBody.text, call?.responseBody.isBase64], ['e30=', true])
  assert.deepEqual([call?.initiator.url, call?.initiator.line], ['https://example.com/a.js', 7])
  assert.deepEqual([call?.serverAddress, call?.cache, call?.transferBytes], ['[2001:db8::1]:443', 'disk', 300])
})

test('a cache has one of the names that are known', () => {
  const cacheOf = (name: unknown) => read({ entries: [entry({ _fromCache: name })] }).calls[0]?.cache
  assert.deepEqual(['memory', 'service worker', '\u202eprefetch', undefined].map(cacheOf), [
    'memory',
    'service worker',
    'cache',
    null,
  ])
})

test('files that name no type have one by address, headers or content', () => {
  const typeOf = (request: object, content: object): string =>
    read({ entries: [entry({}, request, { content })] }).calls[0]?.type ?? ''
  assert.equal(typeOf({ url: 'wss://example.com/live' }, {}), 'websocket')
  assert.equal(typeOf({}, { mimeType: 'text/event-stream' }), 'eventsource')
  assert.equal(typeOf({ headers: [{ name: 'Sec-Fetch-Dest', value: 'empty' }] }, { mimeType: 'text/html' }), 'fetch')
  assert.equal(typeOf({}, { mimeType: 'application/vnd.api+json' }), 'fetch')
  assert.equal(typeOf({}, { mimeType: 'text/html; charset=utf-8' }), 'document')
  assert.equal(typeOf({}, { mimeType: 'image/png' }), 'image')
  assert.equal(typeOf({}, {}), 'other')
})

test('redirects are rows of their own, and the last hop knows those before it', () => {
  const { calls } = read({
    entries: [
      entry({}, { url: 'https://example.com/old' }, { status: 301, redirectURL: '/middle' }),
      entry(
        { startedDateTime: '2026-11-21T20:35:26.204Z' },
        { url: 'https://example.com/middle' },
        { status: 302, redirectURL: 'https://example.com/new#x' },
      ),
      entry({ startedDateTime: '2026-11-21T20:35:26.304Z' }, { url: 'https://example.com/new' }),
    ],
  })
  assert.deepEqual(
    calls.map(({ redirects, startMs }) => [redirects.map(({ url, status }) => `${status} ${url}`), startMs]),
    [
      [[], 0],
      [['301 https://example.com/old'], 100],
      [['301 https://example.com/old', '302 https://example.com/middle'], 200],
    ],
  )
})

test('frames of sockets and events of streams are read', () => {
  const base = Date.parse('2026-11-21T20:35:26.104Z') / 1_000
  const { calls } = read({
    entries: [
      entry({
        _webSocketMessages: [
          { type: 'send', time: base + 0.5, opcode: 1, data: 'hello' },
          { type: 'receive', time: base + 1, opcode: 2, data: 'AAEC', _truncated: true },
        ],
      }),
      entry(
        {},
        {},
        { content: { mimeType: 'text/event-stream', text: 'event: price\nid: 3\ndata: 1\ndata: 2\n\n: ping\n\n' } },
      ),
    ],
  })
  assert.deepEqual(
    calls[0]?.frames.map(({ isSent, atMs, bytes, isBase64 }) => [isSent, Math.round(atMs ?? -1), bytes, isBase64]),
    [
      [true, 500, 5, false],
      [false, 1_000, 3, true],
    ],
  )
  assert.deepEqual(
    calls[0]?.frames.map(({ isTruncated }) => isTruncated),
    [false, true],
  )
  assert.deepEqual(
    calls[1]?.frames.map(({ text, event }) => [text, event]),
    [['1\n2', { type: 'price', id: '3' }]],
  )
})

test('a call without an answer has failed, with the reason where the file has one', () => {
  const { calls } = read({
    entries: [
      entry({}, {}, { status: 0, _error: 'net::ERR_NAME_NOT_RESOLVED' }),
      entry({}, {}, { status: -1 }),
      entry({}, {}, { status: 0, _error: 'net::ERR_ABORTED' }),
    ],
  })
  assert.deepEqual(
    calls.map(({ state, status, failure }) => [state, status, failure]),
    [
      ['failed', null, 'net::ERR_NAME_NOT_RESOLVED'],
      ['failed', null, 'no answer'],
      ['canceled', null, 'net::ERR_ABORTED'],
    ],
  )
})

test('files that are no HAR are refused with a reason', () => {
  assert.equal(problemOf(''), 'This is no HAR file: its text is not JSON.')
  assert.equal(problemOf('{"log": {"entries": [}'), 'This is no HAR file: its text is not JSON.')
  for (const text of ['{}', '[]', 'null', '7', '{"log": []}', '{"log": {"entries": {}}}']) {
    assert.equal(problemOf(text), 'This is no HAR file: it has no list "log.entries".')
  }
  assert.match(problemOf('['.repeat(5_000_000)), /^This is no HAR file/)
  assert.equal(harSizeProblem(1_000), null)
  assert.equal(harSizeProblem(200 * 1024 * 1024), 'This file has 200 MiB; at most 128 MiB are read.')
})

test('entries of any shape are read, and their numbers are clamped', () => {
  const { calls, durationMs } = read({
    pages: 'none',
    entries: [
      null,
      7,
      'x',
      [],
      {},
      entry({ time: 1e308, timings: { wait: -5, dns: 'NaN', receive: 1e300, connect: null, ssl: {} } }),
      entry(
        { time: -1, startedDateTime: 12 },
        { url: { a: 1 }, headers: 'x', postData: [] },
        { status: '200', content: 3 },
      ),
      entry(
        { _webSocketMessages: [null, { time: -1e9, data: {} }], _initiator: 'x' },
        { headers: [null, 3, { name: 1 }] },
      ),
    ],
  })
  assert.equal(calls.length, 8)
  assert.ok(calls.every(({ startMs, timeMs }) => Number.isFinite(startMs) && startMs >= 0 && Number.isFinite(timeMs)))
  assert.ok(durationMs <= 2 * captureViewLimits.spanMaxMs)
  assert.ok(
    calls.every(({ phases }) => Object.values(phases).every((ms) => ms >= 0 && ms <= captureViewLimits.spanMaxMs)),
  )
})

test('one wrong date does not move all other calls away', () => {
  const { calls } = read({
    entries: [
      entry({ startedDateTime: '1970-01-01T00:00:00Z' }),
      entry(),
      entry({ startedDateTime: '2026-11-21T20:35:27.104Z' }),
      entry({ startedDateTime: '9999-01-01T00:00:00Z' }),
    ],
  })
  assert.deepEqual(
    calls.map(({ startMs }) => startMs),
    [0, 0, 1_000, captureViewLimits.spanMaxMs],
  )
})

test('names like __proto__ are names like any other', () => {
  const reading = readHarFile(
    '{"__proto__": {"polluted": 1}, "log": {"entries": [{"__proto__": {"polluted": 1}, "request": {"url": "https://example.com/", "headers": [{"name": "__proto__", "value": "x"}]}}]}}',
  )
  assert.ok('capture' in reading)
  assert.deepEqual(reading.capture.calls[0]?.requestHeaders, [{ name: '__proto__', value: 'x' }])
  assert.equal(({} as { polluted?: number }).polluted, undefined)
})

test('a file with very many entries is cut, with a notice', () => {
  const entries = Array.from({ length: captureViewLimits.entriesMax + 5 }, () => ({}))
  const { calls, warnings, requestsTotal } = read({ entries })
  assert.equal(calls.length, captureViewLimits.entriesMax)
  assert.equal(requestsTotal, captureViewLimits.entriesMax + 5)
  assert.match(warnings.join(), /10005 entries; the first 10000/)
})
