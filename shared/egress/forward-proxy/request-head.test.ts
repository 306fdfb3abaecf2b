import assert from 'node:assert/strict'
import { test } from 'node:test'
import { destinationOfLine, forwardedHead, parseRequestHead } from './request-head.ts'

const head = (lines: readonly string[]) => {
  const parsed = parseRequestHead(lines.join('\r\n'))
  assert.ok(parsed !== null)
  return parsed
}

test('the target of CONNECT is a host and a port, IPv6 in brackets', () => {
  assert.deepEqual(head(['CONNECT site.test:443 HTTP/1.1']).destination, { host: 'site.test', port: 443 })
  assert.deepEqual(head(['CONNECT [2001:4860::1]:80 HTTP/1.1']).destination, { host: '2001:4860::1', port: 80 })
})

test('every spelling of an address comes down to one form', () => {
  assert.equal(head(['CONNECT 0x7f.1:443 HTTP/1.1']).destination.host, '127.0.0.1')
  assert.equal(head(['GET http://2130706433/ HTTP/1.1']).destination.host, '127.0.0.1')
  assert.equal(head(['GET http://Site.TEST./ HTTP/1.1']).destination.host, 'site.test')
})

test('what is no request to an HTTP proxy is not read', () => {
  for (const line of [
    'GET / HTTP/1.1',
    'GET https://site.test/ HTTP/1.1',
    'GET ftp://site.test/ HTTP/1.1',
    'GET http://site.test\\@inside.test/ HTTP/1.1',
    'GET http://u:p@site.test/ HTTP/1.1',
    'CONNECT site.test HTTP/1.1',
    'CONNECT u@site.test:1 HTTP/1.1',
    'CONNECT site.test:99999 HTTP/1.1',
    'GET http://site.test/ HTTP/2',
    '\u0016\u0003\u0001',
    '',
  ]) {
    assert.equal(parseRequestHead(`${line}\r\nHost: site.test`), null, line)
  }
  assert.equal(parseRequestHead('GET http://site.test/ HTTP/1.1\r\n folded: x'), null)
  assert.equal(parseRequestHead('GET http://site.test/ HTTP/1.1\r\nno colon'), null)
})

test('a body that can be read in two ways is refused', () => {
  const post = (...headers: string[]) => parseRequestHead(['POST http://site.test/ HTTP/1.1', ...headers].join('\r\n'))
  assert.equal(post('Content-Length: 1', 'Content-Length: 2'), null)
  assert.equal(post('Content-Length: 1', 'Transfer-Encoding: chunked'), null)
  assert.equal(post('Content-Length: +1'), null)
  assert.equal(post('Content-Length: 12')?.bodyLength, 12)
  assert.equal(post('Transfer-Encoding: chunked')?.bodyLength, 'until_end')
  assert.equal(post()?.bodyLength, 0)
})

test('a server gets the path and the headers as they were written, in their order', () => {
  const request = head([
    'GET http://site.test:81/a%20b//c?x=%7b{}| HTTP/1.1',
    'Host: site.test:81',
    'Proxy-Connection: keep-alive',
    'X-One: 1',
    'x-TWO: 2',
    'X-One: 3',
  ])
  assert.equal(
    forwardedHead(request, null),
    'GET /a%20b//c?x=%7b{}| HTTP/1.1\r\nHost: site.test:81\r\nConnection: keep-alive\r\nX-One: 1\r\nx-TWO: 2\r\nX-One: 3\r\n\r\n',
  )
})

test('a URL without a path is requested at the root', () => {
  assert.match(forwardedHead(head(['GET http://site.test HTTP/1.1']), null), /^GET \/ HTTP/)
  assert.match(forwardedHead(head(['GET http://site.test?q HTTP/1.1']), null), /^GET \/\?q HTTP/)
})

test('headers of the connection stay behind, those it names too', () => {
  const request = head([
    'POST http://site.test/ HTTP/1.1',
    'Connection: X-Hop, Upgrade',
    'X-Hop: 1',
    'Upgrade: websocket',
    'TE: trailers',
    'Proxy-Authorization: Basic eA==',
    'Keep-Alive: 5',
    'Content-Length: 3',
    'Host: site.test',
  ])
  assert.equal(
    forwardedHead(request, null),
    'POST / HTTP/1.1\r\nHost: site.test\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\n',
  )
})

test('the Host header is the host of the URL', () => {
  for (const named of [[], ['Host: inside.test'], ['Host: site.test:81', 'host: inside.test'], ['Connection: Host']]) {
    const text = forwardedHead(head(['GET http://site.test:81/ HTTP/1.1', ...named]), null)
    assert.equal(text, 'GET / HTTP/1.1\r\nHost: site.test:81\r\nConnection: keep-alive\r\n\r\n')
  }
})

test('a proxy gets the whole URL and our credentials', () => {
  const request = head(['GET http://site.test/x HTTP/1.1', 'Host: site.test'])
  assert.equal(
    forwardedHead(request, 'Basic eA=='),
    'GET http://site.test/x HTTP/1.1\r\nHost: site.test\r\nConnection: keep-alive\r\nProxy-Authorization: Basic eA==\r\n\r\n',
  )
  assert.doesNotMatch(forwardedHead(request, ''), /Proxy-/)
})

test('a request whose body has no length is the last of its connection', () => {
  const request = head(['POST http://site.test/ HTTP/1.1', 'Transfer-Encoding: chunked'])
  assert.match(forwardedHead(request, null), /Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n$/)
})

test('an endless head is described by its first line alone', () => {
  assert.deepEqual(destinationOfLine('GET http://site.test/ HTTP/1.1'), { host: 'site.test', port: 80 })
  assert.equal(destinationOfLine('GET http://site.test/aaaa'), null)
})
