import assert from 'node:assert/strict'
import { test } from 'node:test'
import { netErrorIn, outcomeOfNetError } from './net-errors.ts'

test('every family of network errors has its outcome', () => {
  assert.equal(outcomeOfNetError('ERR_NAME_NOT_RESOLVED'), 'dns_error')
  assert.equal(outcomeOfNetError('ERR_DNS_TIMED_OUT'), 'dns_error')
  assert.equal(outcomeOfNetError('ERR_CERT_DATE_INVALID'), 'tls_error')
  assert.equal(outcomeOfNetError('ERR_SSL_PROTOCOL_ERROR'), 'tls_error')
  assert.equal(outcomeOfNetError('ERR_TUNNEL_CONNECTION_FAILED'), 'proxy_error')
  assert.equal(outcomeOfNetError('ERR_PROXY_CONNECTION_FAILED'), 'proxy_error')
  assert.equal(outcomeOfNetError('ERR_CONNECTION_TIMED_OUT'), 'timeout')
  assert.equal(outcomeOfNetError('ERR_UNSAFE_PORT'), 'unsafe_target')
  assert.equal(outcomeOfNetError('ERR_CONNECTION_RESET'), 'network_error')
})

test('a network error is found in a message', () => {
  assert.equal(netErrorIn('net::ERR_EMPTY_RESPONSE at http://127.0.0.1/'), 'ERR_EMPTY_RESPONSE')
  assert.equal(netErrorIn('Navigating frame was detached'), null)
})
