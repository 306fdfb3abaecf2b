import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordedRequest } from '../recorder/messages/model.ts'
import { hop, kept, omitted, recording, redirect, request, response, socket } from './testing/recorded.ts'
import { wireExchanges } from './wire-exchanges.ts'

const exchangesOf = (...requests: RecordedRequest[]) => [...wireExchanges(recording(requests))]

test('each hop is an exchange of its own, in order', () => {
  const exchanges = exchangesOf(
    request({
      resourceType: 'document',
      isNavigation: true,
      hops: [redirect('https://u:p@a.test/?q#top', '/b'), hop('https://a.test/b#part')],
      responseBody: kept('<p>whole</p>'),
    }),
    request({ hops: [hop('https://a.test/image')], responseBody: kept('AAEC', 'base64') }),
  )
  assert.deepEqual(
    exchanges.map(({ url, status, isDocument }) => [url, status, isDocument]),
    [
      ['https://a.test/?q', 302, false],
      ['https://a.test/b', 200, true],
      ['https://a.test/image', 200, false],
    ],
  )
  assert.equal(Buffer.from(exchanges[1]!.body).toString(), '<p>whole</p>')
  assert.deepEqual([...exchanges[2]!.body], [0, 1, 2])
  assert.ok(exchanges.every(({ isDecoded, cut }) => isDecoded && cut === null))
  assert.deepEqual(exchanges[1]!.requestHeaders[0], ['host', 'a.test'])
})

test('a request that was not sent, or had no answer, makes no exchange', () => {
  const inCache = response({ fromCache: 'memory' })
  assert.deepEqual(
    exchangesOf(
      request({ hops: [hop('data:text/plain,x')] }),
      request({ hops: [hop('https://a.test/', { response: inCache })] }),
      request({ hops: [hop('https://a.test/', { response: null })] }),
      request({ resourceType: 'websocket', socket: socket() }),
      request({ resourceType: 'preflight' }),
    ),
    [],
  )
})

test('a missing body is said to be cut, unless it is empty', () => {
  const cuts = (['no_content', 'redirect', 'too_large', 'budget_exceeded', 'canceled'] as const).map(
    (reason) => exchangesOf(request({ responseBody: omitted(reason) }))[0]!.cut,
  )
  assert.deepEqual(cuts, [null, null, 'length', 'length', 'disconnect'])
  const [cut] = exchangesOf(request({ responseBody: { ...kept('beginning'), truncated: true } }))
  assert.equal(cut!.cut, 'length')
})

test('text is said to be in UTF-8, whatever charset the site used', () => {
  const headers = { 'content-type': 'text/html; charset=iso-8859-1', vary: 'x' }
  const of = (text: string) =>
    exchangesOf(
      request({ hops: [hop('https://a.test/', { response: response({ headers }) })], responseBody: kept(text) }),
    )[0]!
  assert.deepEqual(of('plain').headers, Object.entries(headers))
  assert.deepEqual(of('café').headers, [
    ['content-type', 'text/html; charset=utf-8'],
    ['X-Orig-Content-Type', 'text/html; charset=iso-8859-1'],
    ['vary', 'x'],
  ])
  assert.equal(Buffer.from(of('café').body).toString(), 'café')
})
