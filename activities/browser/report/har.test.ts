import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harSchema } from '@seine/shared/api/schemas/har-schema.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import type { RecordedRequest, Recording } from '../recorder/messages/model.ts'
import { harOf } from './har.ts'
import { har12 } from './testing/har-1.2.ts'
import {
  failed,
  hop,
  kept,
  omitted,
  recording,
  redirect,
  request,
  response,
  socket,
  startedAtMs,
} from './testing/recorded.ts'

const creator = { name: 'Seine', version: '0.1.0' }
const archive = (of: Recording, bodiesMaxBytes = 1_000_000) =>
  harOf(of, { creator, browser: null, bodiesMaxBytes, refusalOf: () => null })
const entriesOf = (...requests: RecordedRequest[]) => archive(recording(requests)).log.entries
const entryOf = (one: RecordedRequest) => {
  const entry = entriesOf(one).at(-1)
  assert.ok(entry)
  return entry
}

const page = { url: 'https://a.test/', title: 'A', startedAtMs, contentLoadedMs: 30, loadedMs: null }
const post = {
  method: 'POST',
  requestHeaders: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'a=1; b=2' },
}

test('an archive of everything a page can do is valid HAR 1.2', () => {
  const file = archive(
    recording(
      [
        request({
          hops: [redirect('https://a.test/?q=a+b#top', '/b', post), hop('https://a.test/b')],
          requestBody: kept('a=1&b=%20'),
        }),
        request({ requestBody: kept('AAEC', 'base64'), responseBody: kept('AAEC', 'base64') }),
        request({ preflight: hop('https://a.test/', { method: 'OPTIONS', response: null }) }),
        request({ resourceType: 'image', responseBody: omitted('too_large', 9_000_000) }),
        request({ state: 'pending', hops: [hop('https://a.test/', { timeMs: null, response: null })] }),
        request({ resourceType: 'websocket', socket: socket() }),
        failed(),
      ],
      { pages: [page], requestsDropped: 2 },
    ),
  )
  for (const schema of [har12, harSchema]) assert.deepEqual(schemaErrors(schema, file), [])
})

test('every hop is an entry that points to the next', () => {
  const entries = entriesOf(
    request({
      hops: [redirect('https://a.test/1', '/2'), redirect('https://a.test/2', '/3'), hop('https://a.test/3')],
      wireBytes: 305,
    }),
  )
  assert.deepEqual(
    entries.map(({ request: { url }, response: { status, redirectURL, _transferSize } }) => [
      url,
      status,
      redirectURL,
      _transferSize,
    ]),
    [
      ['https://a.test/1', 302, '/2', 100],
      ['https://a.test/2', 302, '/3', 100],
      ['https://a.test/3', 200, '', 105],
    ],
  )
})

test('static assets and preflights are entries, data URLs are not', () => {
  const entries = entriesOf(
    request({ resourceType: 'stylesheet' }),
    request({ preflight: hop('https://b.test/', { method: 'OPTIONS', offsetMs: 1 }) }),
    request({ resourceType: 'image', hops: [hop('data:image/png;base64,AA==')] }),
  )
  assert.deepEqual(
    entries.map(({ _resourceType }) => _resourceType),
    ['preflight', 'stylesheet', 'fetch'],
  )
})

test('entries stand in the order in which they began', () => {
  const late = request({
    hops: [redirect('https://a.test/1', '/2', { offsetMs: 1 }), hop('https://a.test/2', { offsetMs: 9 })],
  })
  const urls = entriesOf(late, request({ hops: [hop('https://a.test/between', { offsetMs: 4 })] })).map(
    (entry) => entry.request.url,
  )
  assert.deepEqual(urls, ['https://a.test/1', 'https://a.test/between', 'https://a.test/2'])
})

test('query, cookies and form fields are parsed', () => {
  const { request: asked } = entryOf(
    request({ hops: [hop('https://a.test/?q=a+b&q=%C3%A9&empty', post)], requestBody: kept('x=1&y=a%26b') }),
  )
  assert.deepEqual(asked.queryString, [
    { name: 'q', value: 'a b' },
    { name: 'q', value: 'é' },
    { name: 'empty', value: '' },
  ])
  assert.deepEqual(
    asked.cookies.map(({ name, value }) => `${name}=${value}`),
    ['a=1', 'b=2'],
  )
  assert.deepEqual(asked.postData?.params, [
    { name: 'x', value: '1' },
    { name: 'y', value: 'a&b' },
  ])
  assert.equal(asked.postData?.text, 'x=1&y=a%26b')
})

test('a redirect to GET leaves the body behind, one that keeps the method does not', () => {
  const bodies = (method: string) =>
    entriesOf(
      request({
        hops: [redirect('https://a.test/1', '/2', post), hop('https://a.test/2', { method })],
        requestBody: kept('x=1'),
      }),
    ).map((entry) => entry.request.postData?.text ?? null)
  assert.deepEqual(bodies('GET'), ['x=1', null])
  assert.deepEqual(bodies('POST'), ['x=1', 'x=1'])
})

test('two Set-Cookie headers are two headers and two cookies', () => {
  const headers = { 'set-cookie': ['a=1; HttpOnly', 'b=2'] }
  const { response: answer } = entryOf(request({ hops: [hop('https://a.test/', { response: response({ headers }) })] }))
  assert.deepEqual(answer.headers, [
    { name: 'set-cookie', value: 'a=1; HttpOnly' },
    { name: 'set-cookie', value: 'b=2' },
  ])
  assert.deepEqual(
    answer.cookies.map(({ name, httpOnly }) => [name, httpOnly]),
    [
      ['a', true],
      ['b', false],
    ],
  )
})

test('a binary body is base64, and compression is what the wire saved', () => {
  const { content, bodySize } = entryOf(request({ responseBody: kept('AAECAw==', 'base64'), wireBytes: 103 })).response
  assert.deepEqual(
    [content.text, content.encoding, content.size, content.compression, bodySize],
    ['AAECAw==', 'base64', 4, 1, 3],
  )
})

test('text behind the name of another charset begins with a byte order mark', () => {
  const textOf = (text: string, charset: string | null, resourceType: RecordedRequest['resourceType'] = 'document') =>
    entryOf(
      request({
        resourceType,
        hops: [hop('https://a.test/', { response: response({ charset }) })],
        responseBody: kept(text),
      }),
    ).response.content.text
  assert.equal(textOf('é', 'windows-1252'), '\uFEFFé')
  assert.equal(textOf('e', 'windows-1252'), 'e')
  assert.equal(textOf('é', 'UTF-8'), 'é')
  assert.equal(textOf('é', null), 'é')
  const declared = '<meta charset="shift_jis">é'
  assert.equal(textOf(declared, null), `\uFEFF${declared}`)
  assert.equal(textOf(declared, null, 'fetch'), declared)
})

test('a body that is missing or cut says why', () => {
  const commentOf = (responseBody: RecordedRequest['responseBody']) =>
    entryOf(request({ responseBody })).response.content.comment
  assert.equal(commentOf(omitted('evicted')), 'body omitted: evicted')
  assert.equal(commentOf({ ...kept('he'), truncated: true }), 'body truncated')
  assert.equal(commentOf(kept('he')), undefined)
})

test('bodies of the whole archive stay within the budget', () => {
  const { entries } = archive(recording([request(), request({ responseBody: kept('more') })]), 5).log
  assert.deepEqual(
    entries.map(({ response: { content } }) => content.text ?? content.comment),
    ['hello', 'body omitted: budget_exceeded'],
  )
})

test('a request without a response has status -1 and its failure', () => {
  const { response: answer } = entryOf(failed())
  assert.deepEqual(
    [answer.status, answer._failureText, answer._error],
    [-1, 'net::ERR_CONNECTION_REFUSED', 'net::ERR_CONNECTION_REFUSED'],
  )
  assert.equal(entryOf(request()).response._error, null)
})

test('the time of an entry is the sum of its timings, none of which is below zero', () => {
  const timings = { blocked: 3, dns: 2, connect: 10, ssl: 6, send: -1, wait: 5, receive: 1 }
  const known = entryOf(request({ hops: [hop('https://a.test/', { timings, timeMs: 99 })] }))
  assert.equal(known.time, 21)
  assert.equal(known.timings.send, 0)
  const none = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: -1, wait: -1, receive: -1 }
  const unknown = entryOf(request({ hops: [hop('https://a.test/', { timings: none, timeMs: 12 })] }))
  assert.deepEqual([unknown.time, unknown.timings.wait, unknown.timings.blocked], [12, 12, -1])
})

test('messages of a WebSocket are those of DevTools, in seconds', () => {
  const frame = { opcode: 1, payloadEncoding: 'utf8', payloadBytes: 2, truncated: false } as const
  const entry = entryOf(
    request({
      resourceType: 'websocket',
      socket: socket({
        frames: [
          { ...frame, direction: 'sent', payload: 'hi', offsetMs: 500 },
          { ...frame, direction: 'received', payload: 'AAE=', payloadEncoding: 'base64', opcode: 2, offsetMs: 1500 },
        ],
      }),
    }),
  )
  assert.deepEqual(entry._webSocketMessages, [
    { type: 'send', time: startedAtMs / 1000 + 0.5, opcode: 1, data: 'hi' },
    { type: 'receive', time: startedAtMs / 1000 + 1.5, opcode: 2, data: 'AAE=' },
  ])
})

test('messages of a WebSocket that are cut or missing are said to be', () => {
  const frame = { opcode: 1, payloadEncoding: 'utf8', direction: 'received', payloadBytes: 9, offsetMs: 0 } as const
  const frames = [
    { ...frame, payload: 'cut', truncated: true },
    { ...frame, payload: 'whole', truncated: false },
    { ...frame, payload: 'beyond the budget', truncated: false },
  ]
  const one = request({
    resourceType: 'websocket',
    responseBody: omitted('no_content'),
    socket: socket({ frames, framesOmitted: 4 }),
  })
  const [entry] = archive(recording([one]), 10).log.entries
  assert.deepEqual(
    entry?._webSocketMessages?.map(({ data, _truncated }) => [data, _truncated]),
    [
      ['cut', true],
      ['whole', undefined],
    ],
  )
  assert.equal(entry?.comment, '5 messages are not listed')
})

test('the last field of a shortened form is left out', () => {
  const { postData } = entryOf(
    request({ hops: [hop('https://a.test/', post)], requestBody: { ...kept('x=1&y=a%2'), truncated: true } }),
  ).request
  assert.deepEqual([postData?.params, postData?.comment], [[{ name: 'x', value: '1' }], 'body truncated'])
})

test('entries belong to the page that was open', () => {
  const second = { ...page, url: 'https://b.test/', title: null, startedAtMs: startedAtMs + 100, loadedMs: 50 }
  const requests = [2, 100, 150].map((offsetMs) => request({ hops: [hop('https://a.test/', { offsetMs })] }))
  const { pages, entries } = archive(recording(requests, { pages: [page, second] })).log
  assert.deepEqual(
    pages.map(({ id, title, pageTimings }) => [id, title, pageTimings.onContentLoad, pageTimings.onLoad]),
    [
      ['page_1', 'A', 30, -1],
      ['page_2', 'https://b.test/', 30, 50],
    ],
  )
  assert.deepEqual(
    entries.map(({ pageref }) => pageref),
    ['page_1', 'page_2', 'page_2'],
  )
})

test('a recording without a page has one for its entries', () => {
  const { pages, entries } = archive(recording([failed()])).log
  assert.deepEqual([pages.length, pages[0]?.title, entries[0]?.pageref], [1, 'https://site.test/data', 'page_1'])
})

test('what could not be listed is counted in a comment', () => {
  const long = `https://site.test/${'x'.repeat(2 * 1024 * 1024)}`
  const requests = Array.from({ length: 10 }, () => request({ hops: [hop(long)] }))
  const { entries, comment } = archive(recording(requests, { requestsDropped: 5 })).log
  assert.ok(entries.length < 10)
  assert.equal(comment, `${15 - entries.length} requests are not listed`)
  assert.equal(archive(recording([request()])).log.comment, undefined)
})
