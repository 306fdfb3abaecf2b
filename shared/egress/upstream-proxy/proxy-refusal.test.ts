import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from './proxy-refusal.ts'

const isRefusal = (status: number, headers: Record<string, string> = {}): boolean =>
  refusalOf(status, (name) => headers[name])?.code === 'proxy_error'

test('credentials that are wanted are wanted by the proxy', () => {
  assert.equal(isRefusal(407), true)
  assert.equal(isRefusal(401), false)
})

test('an answer without a mark is that of the site', () => {
  for (const status of [200, 403, 502, 503, 504]) assert.equal(isRefusal(status, { via: '1.1 proxy' }), false)
})

test('a proxy that reports an error has made the answer up', () => {
  for (const value of [
    'p.example; error=dns_error; rcode="NXDOMAIN"',
    'r34.example, "a, b";error=connection_timeout',
    'p.example ; details="error, of; a \\" kind" ;error = http_request_denied',
  ]) {
    assert.equal(isRefusal(504, { 'proxy-status': value }), true, value)
    assert.equal(isRefusal(200, { 'proxy-status': value }), false, value)
  }
  assert.equal(isRefusal(503, { 'x-squid-error': 'ERR_CONNECT_FAIL 111' }), true)
})

test('an answer of another server on the way is not taken for a refusal of the proxy', () => {
  for (const value of [
    'cdn.example; error=connection_refused, p.example; received-status=502',
    'p.example; details="; error=x"',
    'p.example; next-hop=error',
    'error',
    '',
  ]) {
    assert.equal(isRefusal(502, { 'proxy-status': value }), false, value)
  }
})
