import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { test, type TestContext } from 'node:test'
import { json as readJson } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { testGateway } from '../testing/test-gateway.ts'

const valid = '{"url":"https://e.com/"}'

interface Sent {
  headers?: OutgoingHttpHeaders
  /** Parts that are sent one after the other, in chunked coding unless `headers` contains a length. */
  parts?: readonly (string | Buffer)[]
  /** False leaves the body unfinished. */
  ends?: boolean
}

/** Sends a body as described. @returns the response and whether the connection was closed. */
async function post(url: string, { headers = {}, parts = [], ends = true }: Sent) {
  const sending = request(`${url}/crawl`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: 'Bearer acme-key',
      'content-type': 'application/json',
      ...('content-length' in headers ? {} : { 'transfer-encoding': 'chunked' }),
      ...headers,
    },
  })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  for (const part of parts) sending.write(part)
  if (ends) sending.end()
  else sending.flushHeaders()
  const [answer] = await answered
  const body = (await readJson(answer)) as Record<string, unknown>
  sending.on('error', () => {}).destroy()
  return { status: answer.statusCode, code: body['code'], connection: answer.headers.connection, body }
}

async function gatewayUrl(t: TestContext): Promise<string> {
  return (await testGateway(t)).url
}

const codings: readonly (readonly [name: string, compress: (text: string) => Buffer])[] = [
  ['gzip', (text) => gzipSync(text)],
  ['deflate', (text) => deflateSync(text)],
  ['br', (text) => brotliCompressSync(text)],
  ['zstd', (text) => zstdCompressSync(text)],
]

for (const [name, compress] of codings) {
  test(`a body in ${name} is read, and refused when it is cut, garbage or too large unpacked`, async (t) => {
    const url = await gatewayUrl(t)
    const headers = { 'content-encoding': name }
    const whole = compress(valid)
    assert.equal((await post(url, { headers, parts: [whole] })).status, 202)
    for (const parts of [[whole.subarray(0, -6)], [valid], ['\0\0\0\0']]) {
      const { status, code } = await post(url, { headers, parts })
      assert.deepEqual([status, code], [400, 'malformed_json'])
    }
    const bomb = compress(`{"url":"${'a'.repeat(jobLimits.requestBodyMaxBytes)}"}`)
    assert.equal((await post(url, { headers, parts: [bomb] })).code, 'body_too_large')
  })
}

test('an encoding or a charset that is not supported is refused unread', async (t) => {
  const url = await gatewayUrl(t)
  for (const headers of [
    { 'content-encoding': 'compress' },
    { 'content-encoding': 'gzip, br' },
    { 'content-encoding': 'constructor' },
    { 'content-type': 'application/json; charset=utf-16' },
  ]) {
    const { status, code } = await post(url, { headers, parts: [valid] })
    assert.deepEqual([status, code], [415, 'unsupported_media_type'])
  }
  assert.equal((await post(url, { headers: { 'content-encoding': 'Identity' }, parts: [valid] })).status, 202)
})

test('a body without bytes is the same fault however it is announced', async (t) => {
  const url = await gatewayUrl(t)
  const chunked = await post(url, {})
  const announced = await post(url, { headers: { 'content-length': 0 } })
  for (const { status, code } of [chunked, announced]) assert.deepEqual([status, code], [400, 'malformed_json'])
  assert.equal(chunked.body['detail'], announced.body['detail'])
})

test('a length beyond the limit is refused before the body comes', async (t) => {
  const url = await gatewayUrl(t)
  const headers = { 'content-length': 100 * jobLimits.requestBodyMaxBytes }
  const { status, code, connection } = await post(url, { headers, parts: ['{'], ends: false })
  assert.deepEqual([status, code, connection], [413, 'body_too_large', 'close'])
})

test('a body of unknown length is cut at the limit', async (t) => {
  const url = await gatewayUrl(t)
  const parts = [Buffer.alloc(jobLimits.requestBodyMaxBytes, ' '), 'x']
  const { status, code, connection } = await post(url, { parts, ends: false })
  assert.deepEqual([status, code, connection], [413, 'body_too_large', 'close'])
})

test('a sender who does not look up from a large body still gets the answer', async (t) => {
  const url = await gatewayUrl(t)
  const parts = Array.from({ length: 32 }, () => Buffer.alloc(128 * 1024, ' '))
  assert.equal((await post(url, { parts })).status, 413)
  const headers = { 'content-length': 32 * 128 * 1024 }
  assert.equal((await post(url, { headers, parts })).status, 413)
})

test('a body at the limit is read', async (t) => {
  const url = await gatewayUrl(t)
  const parts = [valid, Buffer.alloc(jobLimits.requestBodyMaxBytes - valid.length, ' ')]
  assert.equal((await post(url, { parts })).status, 202)
})

test('bytes that are no UTF-8 are no JSON, a byte order mark is no fault', async (t) => {
  const url = await gatewayUrl(t)
  assert.equal((await post(url, { parts: [Buffer.from('{"url":"\xff"}', 'latin1')] })).code, 'malformed_json')
  assert.equal((await post(url, { parts: [`\uFEFF${valid}`] })).status, 202)
})
