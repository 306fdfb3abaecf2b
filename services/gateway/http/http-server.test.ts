import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { text } from 'node:stream/consumers'
import { closeServer, listen } from './http-server.ts'

async function serve(t: TestContext, handler: RequestListener) {
  const server = await listen(handler, '127.0.0.1', 0)
  t.after(() => server.closeAllConnections())
  return { server, port: (server.address() as AddressInfo).port }
}

async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  return await text(socket)
}

test('headers that are too large are answered 431 as a problem', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end())
  const answer = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`)
  assert.match(answer, /^HTTP\/1\.1 431 /)
  assert.match(answer, /application\/problem\+json/)
  assert.match(answer, /"code":"headers_too_large"/)
  await closeServer(server)
})

const refusals: readonly (readonly [what: string, request: string, status: number, code: string])[] = [
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
  ['a request of HTTP/1.1 without a host', 'GET /a?b HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
  ['a request with two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'malformed_request'],
  [
    'a request with two keys',
    'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'a body of two types',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 0\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'a body of two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['a request for a tunnel', 'CONNECT e.com:443 HTTP/1.1\r\nHost: e.com\r\n\r\n', 405, 'method_not_allowed'],
  ['an unknown expectation', 'GET /a HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417, 'expectation_failed'],
]

for (const [what, request, status, code] of refusals) {
  test(`${what} is answered ${status} as a problem and hung up`, async (t) => {
    const { server, port } = await serve(t, (_req, res) => res.end('served'))
    const answer = await raw(port, request)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(head, /^content-type: application\/problem\+json/im)
    assert.match(head, /^connection: close$/im)
    const problem = JSON.parse(body) as Record<string, unknown>
    assert.equal(problem['code'], code)
    assert.equal(problem['status'], status)
    assert.ok(head.includes(`X-Request-Id: ${String(problem['request_id'])}`), head)
    await closeServer(server)
  })
}

test('the request id of the caller is kept where his headers could be read', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end('served'))
  const answer = await raw(port, 'GET /a?b HTTP/1.1\r\nX-Request-Id: mine\r\n\r\n')
  assert.match(answer, /"instance":"\/a",.*"request_id":"mine"/)
  await closeServer(server)
})

test('a request that never ends is answered 408 as a problem', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end())
  const socket = connect(port, '127.0.0.1')
  const [accepted] = (await once(server, 'connection')) as [Socket]
  // Simulates what the server does by itself after minutes.
  server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), accepted)
  const answer = await text(socket)
  assert.match(answer, /^HTTP\/1\.1 408 Request timeout\r\n/)
  assert.match(answer, /"code":"request_timeout".*"retryable":true/)
  await closeServer(server)
})

test('headers that may be given more than once pass', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end('served'))
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nAccept: a/b\r\nAccept: c/d\r\nConnection: close\r\n\r\n'
  assert.match(await raw(port, request), /served$/)
  await closeServer(server)
})

test('a body that breaks off after its last answer has begun is answered once', async (t) => {
  const { server, port } = await serve(t, (req, res) => {
    res.writeHead(413, { Connection: 'close' })
    res.write('too large')
    req.once('close', () => res.end())
    req.resume()
  })
  const answer = await raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{}')
  assert.match(answer, /^HTTP\/1\.1 413 /)
  assert.equal(answer.split('HTTP/1.1').length, 2, answer)
  await closeServer(server)
})

test('a second request that is broken is answered after the first', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end('served'))
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'readable')
  socket.end('nonsense\r\n\r\n')
  assert.match(await text(socket), /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 400 /)
  await closeServer(server)
})

test('a request of HTTP/1.0 needs no host, and 100-continue is served', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end('served'))
  assert.match(await raw(port, 'GET / HTTP/1.0\r\n\r\n'), /served$/)
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n'
  assert.match(await raw(port, request), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  await closeServer(server)
})

test('a refused tunnel holds up no shutdown when its client does not hang up', { timeout: 20_000 }, async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end('served'))
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  socket.write('CONNECT e.com:443 HTTP/1.1\r\nHost: e.com\r\n\r\n')
  assert.match(await text(socket), /method_not_allowed/)
  await closeServer(server, { graceMs: 0 })
})

test('closing lets an open request finish and ends idle connections', async (t) => {
  const arrived = Promise.withResolvers<() => void>()
  const { server, port } = await serve(t, (_req, res) => arrived.resolve(() => res.end('done')))
  const answer = fetch(`http://127.0.0.1:${port}/`)
  const finish = await arrived.promise
  const closed = closeServer(server)
  const refused = connect(port, '127.0.0.1')
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'ECONNREFUSED')
  finish()
  assert.equal(await (await answer).text(), 'done')
  await closed
})

test('after the grace period open requests are cut', async (t) => {
  const { server, port } = await serve(t, () => {})
  const hanging = fetch(`http://127.0.0.1:${port}/`)
  await once(server, 'request')
  await Promise.all([assert.rejects(hanging), closeServer(server, { graceMs: 20 })])
})
