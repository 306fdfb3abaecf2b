import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { givenCookies, identityHeaders } from './identity-headers.ts'

const url = 'https://site.test/page'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36'
const headersOf = (headers: Record<string, string>, geolocation: string | null = null, to = url) =>
  identityHeaders({ headers, geolocation }, to)

describe('headers that a page is requested with', () => {
  it('name neither a user agent nor client hints for the service itself', () => {
    const headers = headersOf({})
    assert.equal(headers['user-agent'], undefined)
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('sec-')),
      [],
    )
    assert.equal(headers['accept-language'], 'en-US,en;q=0.9')
    assert.equal(headers['upgrade-insecure-requests'], '1')
  })

  it('ask in the language of the country', () => {
    assert.match(headersOf({}, 'DE')['accept-language'] ?? '', /^de-DE,de;q=0\.9/)
  })

  it('match the Chromium that the caller names, where it would send hints', () => {
    const headers = headersOf({ 'User-Agent': chrome })
    assert.match(headers['sec-ch-ua'] ?? '', /"Google Chrome";v="132"/)
    assert.deepEqual([headers['sec-ch-ua-mobile'], headers['sec-ch-ua-platform']], ['?0', '"Windows"'])
    assert.equal(headersOf({ 'User-Agent': chrome }, null, 'http://site.test/')['sec-ch-ua'], undefined)
    assert.notEqual(headersOf({ 'User-Agent': chrome }, null, 'http://127.0.0.1:8080/')['sec-ch-ua'], undefined)
    assert.equal(headersOf({ 'User-Agent': 'Mozilla/5.0 Firefox/130.0' })['sec-ch-ua'], undefined)
  })

  it('are replaced by those of the caller, except for cookies', () => {
    const given = { 'Accept-Language': 'fr', ACCEPT: 'text/plain', 'X-Own': '1', Cookie: 'a=1' }
    const headers = headersOf(given, 'DE')
    assert.deepEqual([headers['accept-language'], headers['accept'], headers['x-own']], ['fr', 'text/plain', '1'])
    assert.equal(headers['cookie'], undefined)
    assert.equal(givenCookies(given), 'a=1')
  })
})
