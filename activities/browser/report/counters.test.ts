import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countersSchema, requestTypes } from '@seine/shared/api/schemas/attempt-schema.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import type { Recording } from '../recorder/messages/model.ts'
import { attemptCounters } from './counters.ts'
import { failed, hop, recording, redirect, request, response, socket } from './testing/recorded.ts'

const count = (of: Recording) => attemptCounters(of, { refusalOf: (url) => (url.includes('//10.') ? 'private' : null) })

test('an empty recording counts zero of every type', () => {
  const counters = count(recording([]))
  assert.deepEqual(Object.keys(counters.requests_by_type), [...requestTypes])
  for (const value of Object.values(counters)) {
    const numbers = typeof value === 'number' ? [value] : Object.values(value)
    assert.ok(numbers.every((number) => number === 0))
  }
})

test('each redirect hop and each preflight is one request', () => {
  const hops = [redirect('https://a.test/1', '/2'), redirect('https://a.test/2', '/3'), hop('https://a.test/3')]
  const counters = count(recording([request({ hops, preflight: hop('https://a.test/1', { method: 'OPTIONS' }) })]))
  assert.equal(counters.requests_total, 4)
  assert.equal(counters.requests_finished, 4)
  assert.equal(counters.requests_redirected, 2)
  assert.deepEqual([counters.requests_by_type.fetch, counters.requests_by_type.preflight], [3, 1])
})

test('counters have all fields of the schema and no other', () => {
  const schema = { ...countersSchema, additionalProperties: false }
  assert.deepEqual(schemaErrors(schema, count(recording([request(), failed()]))), [])
})

test('requests that never left the browser do not count', () => {
  const urls = ['data:text/plain,x', 'blob:https://site.test/1']
  assert.equal(count(recording(urls.map((url) => request({ hops: [hop(url)] })))).requests_total, 0)
})

test('blocked requests are not failed', () => {
  const counters = count(
    recording([
      failed({ errorText: '', blockedReason: 'inspector' }),
      failed({}, { hops: [hop('http://10.0.0.1/', { response: null })] }),
      request({ state: 'canceled', hops: [hop('http://10.0.0.1/', { response: null })] }),
      failed(),
    ]),
  )
  assert.deepEqual([counters.requests_blocked, counters.requests_failed, counters.requests_canceled], [3, 1, 0])
})

test('a preflight without an answer failed with its request', () => {
  const preflight = hop('https://a.test/', { method: 'OPTIONS', response: null })
  const counters = count(recording([failed({ corsError: 'PreflightMissingAllowOriginHeader' }, { preflight })]))
  assert.deepEqual([counters.requests_total, counters.requests_failed], [2, 2])
  const open = count(recording([request({ state: 'pending', preflight })]))
  assert.equal(open.requests_pending, 2)
})

test('the total is the sum of all endings and of what was only counted', () => {
  const hops = [redirect('https://a.test/1', '/2'), hop('https://a.test/2')]
  const counters = count(
    recording(
      [
        request({ hops }),
        failed(),
        failed({ blockedReason: 'csp' }),
        request({ state: 'canceled' }),
        request({ state: 'pending' }),
      ],
      { requestsDropped: 1, requestsUnseen: 3 },
    ),
  )
  assert.equal(counters.requests_total, 10)
  assert.equal(
    counters.requests_finished +
      counters.requests_failed +
      counters.requests_blocked +
      counters.requests_canceled +
      counters.requests_pending +
      counters.requests_untracked,
    counters.requests_total,
  )
  const byType = Object.values(counters.requests_by_type).reduce((sum, value) => sum + value, 0)
  assert.equal(byType + counters.requests_untracked, counters.requests_total)
})

test('caches and service workers are counted by who answered', () => {
  const answered = (over: Parameters<typeof response>[0]) =>
    request({ hops: [hop('https://a.test/', { response: response(over) })], wireBytes: 0 })
  const counters = count(
    recording([
      answered({ fromCache: 'disk' }),
      answered({ fromCache: 'memory' }),
      answered({ fromServiceWorker: true }),
    ]),
  )
  assert.equal(counters.requests_from_cache, 2)
  assert.equal(counters.requests_from_service_worker, 1)
  assert.equal(counters.bytes_received, 0)
})

test('bytes add up over types, preflights included', () => {
  const counters = count(
    recording([
      request({ resourceType: 'image', wireBytes: 1_000, decodedBytes: 900, sentBytes: 50 }),
      request({ wireBytes: 200, decodedBytes: 400, sentBytes: 70, preflight: hop('https://a.test/') }),
      request({
        resourceType: 'websocket',
        wireBytes: 37,
        decodedBytes: 7,
        sentBytes: 45,
        socket: socket({ bytesSent: 5, bytesReceived: 7, framesSent: 1, framesReceived: 2 }),
      }),
    ]),
  )
  assert.equal(counters.bytes_received, 1_000 + 200 + 100 + 37)
  assert.deepEqual(
    [counters.bytes_by_type.image, counters.bytes_by_type.fetch, counters.bytes_by_type.preflight],
    [1_000, 200, 100],
  )
  assert.equal(counters.bytes_by_type.websocket, 37)
  assert.equal(counters.bytes_decoded, 1_307)
  assert.equal(counters.bytes_sent, 165)
  assert.deepEqual([counters.websocket_frames_sent, counters.websocket_frames_received], [1, 2])
})
