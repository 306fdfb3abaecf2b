import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { headerValue, inWireOrder, requestHeadBytes, toHeaderMap } from './header-map.ts'

describe('header map', () => {
  it('spells names in lower case, lists cookies and joins the rest', () => {
    const map = toHeaderMap({ 'Set-Cookie': 'a=1\nb=2', Vary: 'Accept\nCookie', 'X-One': '1' })
    assert.deepEqual(map, { 'set-cookie': ['a=1', 'b=2'], vary: 'Accept, Cookie', 'x-one': '1' })
    assert.equal(headerValue(map, 'set-cookie'), 'a=1')
    assert.equal(headerValue(map, 'none'), null)
  })

  it('keeps every value of a name that was sent in several spellings', () => {
    const map = toHeaderMap({
      'Set-Cookie': 'a=1',
      'X-DUP': 'd',
      'X-Dup': 'a\nb',
      'set-cookie': 'b=2\nc=3',
      'x-dup': 'c',
    })
    assert.deepEqual(map, { 'set-cookie': ['a=1', 'b=2', 'c=3'], 'x-dup': 'd, a, b, c' })
  })

  it('puts them in the order in which they came where the head is known', () => {
    const headers = { 'Set-Cookie': 'a=1', 'X-DUP': 'd', 'X-Dup': 'a\nb', 'set-cookie': 'b=2', 'x-dup': 'c' }
    const text =
      'HTTP/1.1 200 OK\r\nset-cookie: b=2\r\nX-Dup: a\r\nx-dup: c\r\nX-DUP: d\r\nX-Dup: b\r\nSet-Cookie: a=1\r\n\r\n'
    const map = toHeaderMap(inWireOrder(headers, text))
    assert.deepEqual(map, { 'set-cookie': ['b=2', 'a=1'], 'x-dup': 'a, c, d, b' })
    assert.equal(inWireOrder(headers, undefined), headers)
    const plain = { 'X-One': '1' }
    assert.equal(inWireOrder(plain, text), plain, 'nothing is read where nothing is lost')
  })

  it('keeps a single cookie as a list of one', () => {
    assert.deepEqual(toHeaderMap({ 'set-cookie': 'a=1' })['set-cookie'], ['a=1'])
  })

  it('stops right after the first header beyond the limits', () => {
    const max = captureLimits.headersPerCallMax
    const many = Object.fromEntries(Array.from({ length: max + 5 }, (_, n) => [`x-${n}`, '']))
    assert.equal(Object.keys(toHeaderMap(many)).length, max + 1)
    const long = toHeaderMap({ a: '1', b: 'x'.repeat(captureLimits.headersPerCallMaxBytes), c: '2' })
    assert.deepEqual(Object.keys(long), ['a', 'b'])
  })

  it('reckons a request head as HTTP/1.1 sends it', () => {
    const head = 'GET /path?q=1 HTTP/1.1\r\nhost: example.com\r\ncookie: a=1\r\n\r\n'
    const headers = { host: 'example.com', cookie: 'a=1' }
    assert.equal(requestHeadBytes('GET', 'https://example.com/path?q=1', headers), head.length)
  })
})
