import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import { AnswerHead } from './answer-head.ts'

/**
 * Adds a text in pieces.
 * @returns the outcome as text.
 */
function seen(text: string, pieceBytes: number = text.length): string {
  const head = new AnswerHead()
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const sight = head.add(bytes.subarray(at, at + pieceBytes))
    if (sight !== null) return 'refusal' in sight ? sight.refusal.code : sight.passes.toString('latin1')
  }
  return 'nothing yet'
}

for (const pieceBytes of [1, 5, 1_000]) {
  test(`an answer of the site passes byte for byte, one of the proxy does not (pieces of ${pieceBytes})`, () => {
    const site = 'HTTP/1.1 502 Bad\r\nA:  b \r\nA: c\r\n\r\n'
    assert.equal(seen(site, pieceBytes), site)
    assert.equal(seen('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\n\r\n', pieceBytes), 'proxy_error')
    assert.equal(seen('HTTP/1.0 504 No\r\nPROXY-STATUS:p;error=dns_error\r\n\r\nbody', pieceBytes), 'proxy_error')
  })
}

test('what comes after the head passes with it', () => {
  const text = 'HTTP/1.1 200 OK\r\n\r\nbody\r\n\r\nX'
  assert.equal(seen(text), text)
})

test('what is no answer of HTTP passes at once', () => {
  for (const text of ['<html>', 'HTTP/2 200', 'SSH-2.0', 'HTTX']) assert.equal(seen(text), text)
})

test('a head is waited for, but not for ever', () => {
  assert.equal(seen('HTTP/1.1 407 No\r\n'), 'nothing yet')
  assert.ok(seen(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(forwardProxyLimits.headersMaxBytes)}`).endsWith('xxx'))
})
