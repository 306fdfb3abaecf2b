import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { text } from 'node:stream/consumers'
import { closeServer, isLoopbackHost, listen } from './http-server.ts'

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

test('only this machine is loopback', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) assert.equal(isLoopbackHost(host), true, host)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.evil.example', 'gateway', '']) {
    assert.equal(isLoopbackHost(host), false, host)
  }
})

test('headers that are too large are answered 431 as a problem', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end())
  const answer = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`)
  assert.match(answer, /^HTTP\/1\.1 431 /)
  assert.match(answer, /application\/problem\+json/)
  assert.match(answer, /"code":"headers_too_large"/)
  await closeServer(server)
})

test('what is no HTTP is answered 400 and hung up', async (t) => {
  const { server, port } = await serve(t, (_req, res) => res.end())
  assert.match(await raw(port, 'hello\r\n\r\n'), /^HTTP\/1\.1 400 /)
  await closeServer(server)
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
  await Promise.all([assert.rejects(hanging), closeServer(server, 20)])
})
