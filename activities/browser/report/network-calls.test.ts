import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallFilter } from '@seine/shared/tasks/browser-page.ts'
import { networkCallSchema } from '@seine/shared/api/schemas/network-call-schema.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { evilPaths } from '@seine/shared/urls/testing/evil-patterns.ts'
import type { RecordedRequest, RequestFailure } from '../recorder/messages/model.ts'
import { captureBudget } from './call-filter.ts'
import { networkCalls, type CallsOptions } from './network-calls.ts'
import { failed, hop, kept, omitted, recording, redirect, request, response, socket } from './testing/recorded.ts'

const bounds = {
  responseBodyMaxBytes: captureLimits.responseBodyMaxBytes,
  requestBodyMaxBytes: captureLimits.requestBodyMaxBytes,
  bodiesMaxBytes: captureLimits.bodiesMaxBytes,
  callsMax: captureLimits.callsMax,
  framesPerCallMax: captureLimits.framesPerCallMax,
}
const everything: CallFilter = { resourceTypes: [], urlPattern: null, host: null }

const list = (requests: RecordedRequest[], options: Partial<CallsOptions> = {}) =>
  networkCalls(recording(requests), { bounds, filter: everything, refusalOf: () => null, ...options })

const only = (one: RecordedRequest, options: Partial<CallsOptions> = {}) => {
  const [call] = list([one], options).calls
  assert.ok(call)
  return call
}

const frame = (payload: string) => ({
  direction: 'received' as const,
  opcode: 1,
  payload,
  payloadEncoding: 'utf8' as const,
  payloadBytes: payload.length,
  truncated: false,
  offsetMs: 20,
})

const event = (data: string, id = '7') => ({ event: 'message', id, data, offsetMs: 20, truncated: false })

test('documents, XHR, fetch, WebSockets and EventSource are listed, static assets are not', () => {
  const types = [
    'document',
    'stylesheet',
    'image',
    'script',
    'xhr',
    'fetch',
    'websocket',
    'eventsource',
    'ping',
  ] as const
  const { calls, total } = list(types.map((resourceType) => request({ resourceType })))
  assert.deepEqual(
    calls.map(({ id, resource_type }) => `${id} ${resource_type}`),
    ['c1 document', 'c2 xhr', 'c3 fetch', 'c4 websocket', 'c5 eventsource'],
  )
  assert.equal(total, 5)
})

test('what never left the browser is not listed', () => {
  const urls = ['data:text/plain,x', 'blob:https://site.test/1', 'about:blank']
  assert.equal(list(urls.map((url) => request({ hops: [hop(url)] }))).total, 0)
})

test('every call has all fields of the schema and no other', () => {
  const schema = { ...networkCallSchema, additionalProperties: false }
  const rich = request({
    hops: [redirect('https://a.test/', '/b'), hop('https://a.test/b')],
    requestBody: kept('a=1'),
    preflight: hop('https://a.test/', { method: 'OPTIONS' }),
    socket: socket({ frames: [frame('x')], framesReceived: 1 }),
    events: [event('x')],
  })
  const { calls } = list([
    rich,
    failed(),
    request({ state: 'pending', hops: [hop('https://a.test/', { timeMs: null })] }),
  ])
  for (const call of calls) assert.deepEqual(schemaErrors(schema, call), [])
})

test('a redirect chain keeps method and headers of every hop, and the call is the final one', () => {
  const call = only(
    request({
      hops: [
        redirect('https://a.test/1', '/2', { method: 'POST', requestHeaders: { 'x-n': '1' }, offsetMs: 5, timeMs: 4 }),
        redirect('https://a.test/2', 'https://b.test/3', { method: 'GET', offsetMs: 10 }),
        hop('https://b.test/3', { offsetMs: 30, timeMs: 12 }),
      ],
    }),
  )
  assert.deepEqual(
    call.redirect_chain.map(({ url, method, status, location }) => ({ url, method, status, location })),
    [
      { url: 'https://a.test/1', method: 'POST', status: 302, location: '/2' },
      { url: 'https://a.test/2', method: 'GET', status: 302, location: 'https://b.test/3' },
    ],
  )
  assert.equal(call.redirect_chain[0]?.request_headers['x-n'], '1')
  assert.equal(call.requested_url, 'https://a.test/1')
  assert.equal(call.url, 'https://b.test/3')
  assert.equal(call.offset_ms, 5)
  assert.equal(call.time_ms, 37)
})

test('the initiator names the call it came from, unless that is not listed', () => {
  const first = request()
  const image = request({ resourceType: 'image' })
  const from = (key: string) => request({ initiator: { type: 'preflight', url: null, line: null, column: null, key } })
  const { calls } = list([first, image, from(first.key), from(image.key)])
  assert.deepEqual(
    calls.map(({ initiator }) => initiator.call_id),
    [null, 'c1', null],
  )
})

test('a failed call says the error, else why it was blocked, else the CORS code', () => {
  const reasonOf = (over: Partial<RequestFailure>) => only(failed(over)).failure_reason
  assert.equal(reasonOf({}), 'net::ERR_CONNECTION_REFUSED')
  assert.equal(reasonOf({ errorText: '', blockedReason: 'inspector' }), 'blocked: inspector')
  assert.equal(reasonOf({ errorText: '', corsError: 'MissingAllowOriginHeader' }), 'MissingAllowOriginHeader')
  assert.equal(reasonOf({ errorText: '' }), 'unknown')
})

test('a call that did not fail has no failure reason', () => {
  assert.equal(only(request()).failure_reason, null)
  assert.equal(only(request({ state: 'pending' })).failure_reason, null)
})

test('a failed call to an address that is not allowed was blocked by policy', () => {
  const refusalOf = (url: string) => (url.startsWith('http://10.') ? 'private address' : null)
  const refused = failed(
    { errorText: 'net::ERR_EMPTY_RESPONSE' },
    { hops: [hop('http://10.0.0.1/', { response: null })] },
  )
  assert.equal(only(refused, { refusalOf }).failure_reason, 'blocked_by_policy')
  assert.equal(only(failed(), { refusalOf }).failure_reason, 'net::ERR_CONNECTION_REFUSED')
  assert.equal(only(request({ hops: [hop('http://10.0.0.1/')] }), { refusalOf }).failure_reason, null)
})

test('what the proxy could not reach fails as it does without a proxy', () => {
  const tunnel = failed({ errorText: 'net::ERR_TUNNEL_CONNECTION_FAILED' })
  assert.equal(only(tunnel, { dialFailureOf: () => 'dns_error' }).failure_reason, 'net::ERR_NAME_NOT_RESOLVED')
  for (const [systemCode, text] of [
    ['ECONNREFUSED', 'net::ERR_CONNECTION_REFUSED'],
    ['EHOSTUNREACH', 'net::ERR_ADDRESS_UNREACHABLE'],
    [null, 'net::ERR_CONNECTION_FAILED'],
  ] as const) {
    const call = only(tunnel, { dialFailureOf: () => 'connect_error', systemCodeOf: () => systemCode })
    assert.deepEqual([call.failure_reason, call.failure?.error_text], [text, text])
  }
  assert.equal(only(tunnel, { dialFailureOf: () => null }).failure_reason, 'net::ERR_TUNNEL_CONNECTION_FAILED')
  const reset = failed({ errorText: 'net::ERR_CONNECTION_RESET' })
  assert.equal(only(reset, { dialFailureOf: () => 'dns_error' }).failure_reason, 'net::ERR_CONNECTION_RESET')
})

test('a WebSocket that was refused fails with its own error', () => {
  const refused = request({ resourceType: 'websocket', state: 'failed', socket: socket({ error: 'no handshake' }) })
  assert.equal(only(refused).failure_reason, 'no handshake')
})

test('a body is whole, cut and marked, or omitted with a reason', () => {
  const whole = only(request({ responseBody: kept('hello') }))
  assert.equal(whole.response_body, 'hello')
  assert.equal(whole.response_body_omitted_reason, null)
  const cut = only(request({ responseBody: { ...kept('hel'), bytes: 5, truncated: true } }))
  assert.deepEqual([cut.response_body, cut.response_body_bytes, cut.response_body_truncated], ['hel', 5, true])
  const gone = only(request({ responseBody: omitted('evicted', 9) }))
  assert.deepEqual(
    [gone.response_body, gone.response_body_encoding, gone.response_body_bytes, gone.response_body_omitted_reason],
    [null, null, 9, 'evicted'],
  )
})

test('an upload that could not be read is not reported as missing', () => {
  const unread = only(request({ requestBody: omitted('not_available') }))
  assert.deepEqual([unread.request_body, unread.request_body_bytes, unread.request_body_truncated], [null, null, true])
  const none = only(request())
  assert.deepEqual([none.request_body, none.request_body_bytes, none.request_body_truncated], [null, 0, false])
})

test('bodies over the common budget are omitted, smaller ones after them are kept', () => {
  const bodies = ['12345678', '12345', '12'].map((text) => request({ responseBody: kept(text) }))
  const result = list(bodies, { bounds: { ...bounds, bodiesMaxBytes: 10 } })
  assert.deepEqual(
    result.calls.map(({ response_body, response_body_bytes, response_body_omitted_reason }) => [
      response_body,
      response_body_bytes,
      response_body_omitted_reason,
    ]),
    [
      ['12345678', 8, null],
      [null, 5, 'budget_exceeded'],
      ['12', 2, null],
    ],
  )
  assert.equal(result.bodiesBytes, 10)
  assert.equal(result.truncated, false)
})

test('calls that the filter leaves out take nothing of the budget', () => {
  const requests = [
    request({ resourceType: 'document', responseBody: kept('12345678') }),
    request({ resourceType: 'xhr', responseBody: kept('12345678') }),
  ]
  const filter = { ...everything, resourceTypes: ['xhr'] }
  const { calls, total } = list(requests, { filter, bounds: { ...bounds, bodiesMaxBytes: 8 } })
  assert.equal(total, 1)
  assert.deepEqual([calls[0]?.id, calls[0]?.response_body], ['c2', '12345678'])
})

test('pattern and host are looked for in every URL of a chain', () => {
  const requests = [
    request({ hops: [redirect('https://api.a.test/v1?q=1', 'https://b.test/'), hop('https://b.test/')] }),
    request({ hops: [hop('https://c.test/')] }),
  ]
  const found = (filter: Partial<CallFilter>) =>
    list(requests, { filter: { ...everything, ...filter } }).calls.map(({ id }) => id)
  assert.deepEqual(found({ urlPattern: '/v\\d\\?' }), ['c1'])
  assert.deepEqual(found({ host: 'B.test' }), ['c1'])
  assert.deepEqual(found({ host: 'c.test' }), ['c2'])
  assert.deepEqual(found({ host: 'test' }), [])
})

test('calls beyond the bound are counted and the list is marked', () => {
  const result = list([request(), request(), request()], { bounds: { ...bounds, callsMax: 2 } })
  assert.deepEqual([result.calls.length, result.total, result.truncated], [2, 3, true])
})

test('a list is marked when the recording itself is incomplete', () => {
  const options = { bounds, filter: everything, refusalOf: () => null }
  assert.equal(networkCalls(recording([request()], { requestsDropped: 3 }), options).truncated, true)
})

test('addresses of any length end the list before it is too large to send', () => {
  const long = `https://site.test/${'x'.repeat(2 * 1024 * 1024)}`
  const { calls, total, truncated } = list(Array.from({ length: 10 }, () => request({ hops: [hop(long)] })))
  assert.ok(calls.length > 0 && calls.length < 10)
  assert.deepEqual([total, truncated], [10, true])
})

test('headers beyond the bound are left out and the call is marked', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, 'v']))
  const call = only(request({ hops: [hop('https://a.test/', { response: response({ headers: many }) })] }))
  assert.equal(Object.keys(call.request_headers).length + Object.keys(call.response_headers).length, 200)
  assert.equal(call.headers_truncated, true)
  const large = { 'x-large': 'v'.repeat(captureLimits.headersPerCallMaxBytes), 'x-small': 'v' }
  const other = only(request({ hops: [hop('https://a.test/', { response: response({ headers: large }) })] }))
  assert.deepEqual(other.response_headers, { 'x-small': 'v' })
  assert.equal(other.headers_truncated, true)
})

test('two Set-Cookie headers stay a list of two', () => {
  const headers = { 'set-cookie': ['a=1', 'b=2'] }
  const call = only(request({ hops: [hop('https://a.test/', { response: response({ headers }) })] }))
  assert.deepEqual(call.response_headers, headers)
  assert.equal(call.headers_truncated, false)
})

test('frames and events beyond the bound are counted', () => {
  const limits = { bounds: { ...bounds, framesPerCallMax: 2 } }
  const frames = ['a', 'b', 'c'].map(frame)
  const call = only(
    request({ resourceType: 'websocket', socket: socket({ frames, framesReceived: 4, framesOmitted: 1 }) }),
    limits,
  )
  assert.deepEqual(
    [call.websocket?.frames.length, call.websocket?.frames_received, call.websocket?.frames_omitted],
    [2, 4, 2],
  )
  const events = ['a', 'b', 'c'].map((data) => event(data))
  const stream = only(request({ resourceType: 'eventsource', events, eventsTotal: 3 }), limits)
  assert.deepEqual([stream.events?.length, stream.events_total, stream.events?.[0]?.id], [2, 3, '7'])
})

test('frames share the budget of bodies and end where it does', () => {
  const frames = ['1234', '123456', '1'].map(frame)
  const call = only(request({ responseBody: omitted('no_content'), socket: socket({ frames, framesReceived: 3 }) }), {
    bounds: { ...bounds, bodiesMaxBytes: 6 },
  })
  assert.deepEqual([call.websocket?.frames.length, call.websocket?.frames_omitted], [1, 2])
})

test('the size of a body on the wire is the transfer without all heads', () => {
  const hops = [redirect('https://a.test/1', '/2'), hop('https://a.test/2')]
  const { sizes } = only(request({ hops, wireBytes: 100 + 100 + 40, decodedBytes: 90, requestBody: kept('abc') }))
  assert.deepEqual([sizes.transfer, sizes.response_body_encoded, sizes.response_body_decoded], [240, 40, 90])
  assert.deepEqual([sizes.request_body, sizes.response_headers], [3, 100])
  assert.ok(sizes.request_headers > 0)
})

test('a pattern that is too costly for the URLs of a page finds no more of them, and is reported', () => {
  const requests = evilPaths('ab', 20, 2_083).map((path) => request({ hops: [hop(`https://a.test${path}`)] }))
  const patternBudget = captureBudget()
  const filter = { ...everything, urlPattern: '\\d$|a[ab]{700}[c-f]' }
  const { total } = list([...requests, request({ hops: [hop('https://a.test/1')] })], { filter, patternBudget })
  assert.equal(total, 0)
  assert.ok(patternBudget.left < 0)
  assert.ok(patternBudget.spent < 2 * patternLimits.captureStepsMax, `${patternBudget.spent}`)
})

test('an ordinary pattern has enough steps for a page of many long URLs', () => {
  const requests = Array.from({ length: 10_000 }, (_, at) =>
    request({ hops: [hop(`https://a.test/v1/${at}?${'q=1&'.repeat(400)}`)] }),
  )
  const patternBudget = captureBudget()
  const filter = { ...everything, urlPattern: '/v\\d+/\\d*7\\?' }
  assert.equal(list(requests, { filter, patternBudget }).total, 1_000)
  assert.ok(patternBudget.left > 0)
})

test('a pattern that cannot be compiled is an error, not an empty list', () => {
  assert.throws(() => list([request()], { filter: { ...everything, urlPattern: '(' } }), TypeError)
})
