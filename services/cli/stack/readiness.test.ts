import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { acceptsConnections, answersOk, servesNamespace, until } from './readiness.ts'

test('a port answers while its server listens; only status 200 is ready', async () => {
  let status = 503
  const server = createServer((_request, response) => response.writeHead(status).end('not yet')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/readyz`
  assert.equal(await acceptsConnections(port), true)
  assert.equal(await answersOk(url), false)
  status = 200
  assert.equal(await answersOk(url), true)
  assert.equal(await servesNamespace(port, []), false, 'a web server is no Temporal')
  server.close()
  await once(server, 'close')
  assert.equal(await acceptsConnections(port), false)
  assert.equal(await answersOk(url), false)
  assert.equal(await servesNamespace(port, []), false)
})

test('waiting ends with the first yes', async () => {
  let asked = 0
  await until(async () => ++asked === 3, new AbortController().signal)
  assert.equal(asked, 3)
})

test('waiting ends with the reason of an abort', async () => {
  const abort = new AbortController()
  const waiting = until(async () => false, abort.signal)
  abort.abort(new Error('gave up'))
  await assert.rejects(waiting, /gave up/)
})
