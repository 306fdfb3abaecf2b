import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { jsonCall, ServiceCallError, type JsonCall } from './json-call.ts'

async function serving(context: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const callOf = (url: string): JsonCall => ({
  url,
  method: 'GET',
  headers: { 'x-key': 'pa55word' },
  timeoutMs: 20_000,
  maxBytes: 1_000,
  signal: new AbortController().signal,
})

const kindOf = (kind: ServiceCallError['kind']) => (error: unknown) => {
  assert.ok(error instanceof ServiceCallError, String(error))
  assert.equal(error.kind, kind)
  assert.doesNotMatch(error.message, /pa55word|127\.0\.0\.1/)
  return true
}

test('an answer comes with status, headers and JSON, whatever the status', async (context) => {
  const url = await serving(context, (request, response) => {
    response.writeHead(503, { 'Retry-After': '7', 'Set-Cookie': ['a=1', 'b=2'] })
    request.pipe(response)
  })
  const answer = await jsonCall({ ...callOf(url), method: 'POST', body: { a: ['ä'] } })
  assert.deepEqual([answer.status, answer.json, answer.text], [503, { a: ['ä'] }, '{"a":["ä"]}'])
  assert.deepEqual([answer.headers['retry-after'], answer.headers['set-cookie']], ['7', 'a=1, b=2'])
})

test('what is no JSON is text, and redirects are answers', async (context) => {
  const url = await serving(context, (_request, response) => {
    response.writeHead(302, { location: 'http://192.0.2.1/' }).end('over there')
  })
  const { status, json, text } = await jsonCall(callOf(url))
  assert.deepEqual([status, json, text], [302, undefined, 'over there'])
})

test('an answer may be as long as allowed once it is decoded', async (context) => {
  const url = await serving(context, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('0'.repeat(100_000)))
  })
  await assert.rejects(jsonCall(callOf(url)), kindOf('too_large'))
  assert.equal((await jsonCall({ ...callOf(url), maxBytes: 100_000 })).text.length, 100_000)
})

test('servers that do not answer, drip, break off or are missing have different errors', async (context) => {
  const silent = await serving(context, () => undefined)
  await assert.rejects(jsonCall({ ...callOf(silent), timeoutMs: 50 }), kindOf('timeout'))
  const dripping = await serving(context, (_request, response) => {
    const timer = setInterval(() => response.write(' '), 5)
    response.once('close', () => clearInterval(timer))
  })
  await assert.rejects(jsonCall({ ...callOf(dripping), timeoutMs: 100 }), kindOf('timeout'))
  const dropping = await serving(context, (_request, response) => response.destroy())
  await assert.rejects(jsonCall(callOf(dropping)), kindOf('unreachable'))
  const breaking = await serving(context, (_request, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{', () => response.destroy())
  })
  await assert.rejects(jsonCall(callOf(breaking)), kindOf('unreachable'))
  await assert.rejects(jsonCall(callOf('http://127.0.0.1:1/')), kindOf('unreachable'))
})

test('the reason of the signal is thrown, before and during the call', async (context) => {
  const controller = new AbortController()
  const url = await serving(context, () => controller.abort(new Error('cancelled')))
  await assert.rejects(jsonCall({ ...callOf(url), signal: controller.signal }), /cancelled/)
  await assert.rejects(jsonCall({ ...callOf(url), signal: controller.signal }), /cancelled/)
})
