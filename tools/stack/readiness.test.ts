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
  server.close()
  await once(server, 'close')
  assert.equal(await acceptsConnections(port), false)
  assert.equal(await answersOk(url), false)
})

test('Temporal is ready once it names every search attribute and its gRPC port is open', async () => {
  let answer = { status: 404, body: '{"code":5,"message":"namespace not found"}' }
  const server = createServer((request, response) => {
    assert.equal(request.url, '/api/v1/namespaces/default/search-attributes')
    response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  const grpc = createServer().listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(grpc, 'listening')])
  const { port: httpPort } = server.address() as AddressInfo
  const { port } = grpc.address() as AddressInfo
  const ready = () => servesNamespace(port, httpPort, ['SeineTenant', 'SeineHost'])
  assert.equal(await ready(), false)
  answer = { status: 200, body: 'not Temporal' }
  assert.equal(await ready(), false)
  answer = { status: 200, body: '{"systemAttributes":{}}' }
  assert.equal(await ready(), false)
  answer = { status: 200, body: '{"customAttributes":{"SeineTenant":"INDEXED_VALUE_TYPE_KEYWORD"}}' }
  assert.equal(await ready(), false)
  answer = { status: 200, body: '{"customAttributes":{"SeineTenant":"","SeineHost":"","Other":""}}' }
  assert.equal(await ready(), true)
  grpc.close()
  await once(grpc, 'close')
  assert.equal(await ready(), false)
  server.close()
  await once(server, 'close')
  assert.equal(await ready(), false)
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
