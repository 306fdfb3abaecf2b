import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EgressError } from './egress-error.ts'
import { fault, toEgressError, withRedirects } from './faults.ts'

const raised = (code: string, message = 'connect 10.0.0.1:80'): Error => Object.assign(new Error(message), { code })

const expected: readonly (readonly [code: string, meaning: string])[] = [
  ['ENOTFOUND', 'dns_error'],
  ['EAI_AGAIN', 'dns_error'],
  ['ECONNREFUSED', 'connect_error'],
  ['EHOSTUNREACH', 'connect_error'],
  ['EMFILE', 'connect_error'],
  ['ETIMEDOUT', 'timeout'],
  ['ECONNRESET', 'connection_reset'],
  ['EPIPE', 'connection_reset'],
  ['ERR_HTTP_CONTENT_LENGTH_MISMATCH', 'connection_reset'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_error'],
  ['CERT_HAS_EXPIRED', 'tls_error'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_error'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_error'],
  ['EPROTO', 'tls_error'],
  ['HPE_INVALID_CONSTANT', 'invalid_response'],
  ['HPE_HEADER_OVERFLOW', 'invalid_response'],
  ['ERR_INVALID_CHAR', 'invalid_request'],
  ['ABORT_ERR', 'aborted'],
]

for (const [code, meaning] of expected) {
  test(`${code} is ${meaning}, by its code alone`, () => {
    const error = toEgressError(raised(code))
    assert.equal(error.code, meaning)
    assert.ok(error.message.endsWith(`: ${code}.`))
    assert.doesNotMatch(error.message, /10\.0\.0\.1/)
    assert.equal(error.cause, undefined)
  })
}

test('a fault of ours is found through the errors wrapped around it', () => {
  const inner = fault('unsafe_target', 'why')
  assert.equal(toEgressError(new Error('outer', { cause: new Error('middle', { cause: inner }) })), inner)
})

test('the first attempt speaks for several addresses that all failed', () => {
  const error = new AggregateError([raised('EHOSTUNREACH'), raised('ECONNREFUSED')])
  assert.equal(toEgressError(error).code, 'connect_error')
})

test('what nothing explains is a connection that broke off, and shows no text of others', () => {
  for (const unknown of [new Error('10.0.0.1'), raised('odd code 10.0.0.1'), 'text', null]) {
    const error = toEgressError(unknown)
    assert.equal(error.code, 'connection_reset')
    assert.equal(error.message, 'The connection ended before the answer was complete.')
  }
})

test('a chain of causes that bites its tail ends', () => {
  const error = new Error('loop')
  error.cause = error
  assert.equal(toEgressError(error).code, 'connection_reset')
})

test('transient faults are retryable, verdicts are not', () => {
  const retryable = (['dns_error', 'connect_error', 'proxy_error', 'connection_reset', 'timeout'] as const).map(
    (code) => fault(code),
  )
  const final = (['tls_error', 'unsafe_target', 'invalid_url', 'decode_error', 'aborted'] as const).map((code) =>
    fault(code),
  )
  assert.ok(retryable.every((error) => error.retryable))
  assert.ok(final.every((error) => !error.retryable))
})

test('redirects are added without changing the fault', () => {
  const hops = [{ url: 'http://a.example/', status: 302, location: 'http://b.example/' }]
  const error = withRedirects(fault('timeout'), hops)
  assert.ok(error instanceof EgressError)
  assert.deepEqual([error.code, error.message, error.redirects], ['timeout', fault('timeout').message, hops])
  const plain = fault('timeout')
  assert.equal(withRedirects(plain, []), plain)
})
