import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { requestBlock, responseHead } from './http-block.ts'

const exchange = (over: Partial<WireExchange> = {}): WireExchange => ({
  url: 'https://e.com/a?b=1',
  method: 'GET',
  startedAtMs: 0,
  requestHeaders: [],
  requestBody: null,
  status: 200,
  reason: 'OK',
  headers: [],
  body: Buffer.from('body'),
  isDecoded: false,
  cut: null,
  isDocument: true,
  ...over,
})

const requestText = (names: readonly string[], hidden: readonly string[] = []): string =>
  requestBlock(
    exchange({ requestHeaders: names.map((name) => [name, `value of ${name}`]) }),
    new Set(hidden),
  ).toString()

test('only headers that describe the client or the request are kept of a request', () => {
  const credentials = ['authorization', 'cookie', 'Cookie', 'proxy-authorization', 'x-api-key', 'x-csrf-token']
  assert.equal(requestText(credentials), 'GET /a?b=1 HTTP/1.1\r\n\r\n')
  assert.equal(
    requestText(['host', 'User-Agent', 'sec-ch-ua', 'accept'], ['user-agent']),
    'GET /a?b=1 HTTP/1.1\r\nhost: value of host\r\nsec-ch-ua: value of sec-ch-ua\r\naccept: value of accept\r\n\r\n',
  )
})

const headOf = (headers: WireExchange['headers'], over: Partial<WireExchange> = {}): string[] =>
  responseHead(exchange({ headers, ...over }))
    .toString('latin1')
    .split('\r\n')
    .slice(1, -2)

test('headers that hand out credentials are left out of an answer', () => {
  const headers = [
    ['Set-Cookie', 'a=1'],
    ['set-cookie2', 'a=1'],
    ['Content-Length', '4'],
    ['X-Twice', '1'],
    ['X-Twice', '2'],
  ] as const
  assert.deepEqual(headOf(headers), ['Content-Length: 4', 'X-Twice: 1', 'X-Twice: 2'])
})

test('headers about the framing fit the stored body', () => {
  const headers = [
    ['Transfer-Encoding', 'chunked'],
    ['Content-Encoding', 'gzip'],
  ] as const
  assert.deepEqual(headOf(headers), [
    'X-Orig-Transfer-Encoding: chunked',
    'Content-Encoding: gzip',
    'Content-Length: 4',
  ])
  assert.deepEqual(headOf([['content-encoding', 'br']], { isDecoded: true }), [
    'X-Orig-content-encoding: br',
    'Content-Length: 4',
  ])
  assert.deepEqual(headOf([['Content-Length', '1000']], { cut: 'disconnect' }), [
    'X-Orig-Content-Length: 1000',
    'Content-Length: 4',
  ])
})

test('a server cannot add lines, and its bytes stay the same', () => {
  const bytes = responseHead(exchange({ reason: 'Très\r\nX: 1', headers: [['X-A', 'caf\u00e9\nb']] }))
  assert.equal(bytes.toString('latin1'), 'HTTP/1.1 200 Très X: 1\r\nX-A: café b\r\nContent-Length: 4\r\n\r\n')
  assert.equal(
    responseHead(exchange({ reason: '' }))
      .toString()
      .split('\r\n')[0],
    'HTTP/1.1 200 ',
  )
})
