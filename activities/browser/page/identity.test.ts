import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityFor } from './identity.ts'

const originsFor = (url: string): string[] => {
  const { origins } = identityFor('156.0.8078.79', { headers: {}, geolocation: null }, url)
  return [...(origins ?? [])]
}

test('headers of the caller go along to https and to the name with and without www', () => {
  assert.deepEqual(originsFor('http://www.site.test/x'), [
    'http://site.test',
    'https://site.test',
    'http://www.site.test',
    'https://www.site.test',
  ])
})

test('headers meant for https never go to http', () => {
  assert.deepEqual(originsFor('https://site.test/'), ['https://site.test', 'https://www.site.test'])
})

test('an IP address or an explicit port matches only itself', () => {
  assert.deepEqual(originsFor('http://site.test:8080/'), ['http://site.test:8080'])
  assert.deepEqual(originsFor('https://203.0.113.9/'), ['https://203.0.113.9'])
  assert.deepEqual(originsFor('https://[2001:db8::1]/'), ['https://[2001:db8::1]'])
})

test('the identity of a session applies where the caller sets none', () => {
  const session = {
    domain: 'shop.test',
    headers: { 'X-Token': 't', Cookie: 'a=1', 'Accept-Language': 'fr' },
    userAgent: 'Session/1.0',
    cookies: [],
    localStorage: {},
    proxySession: null,
    fromTier: null,
  }
  const identity = (headers: Record<string, string>, url: string) =>
    identityFor('156.0.8078.79', { headers, geolocation: null }, url, session)
  const own = identity({}, 'https://www.shop.test/')
  assert.equal(own.override.userAgent, 'Session/1.0')
  assert.equal(own.override.acceptLanguage, 'fr')
  assert.deepEqual(own.session?.headers, { 'X-Token': 't', 'Accept-Language': 'fr' })
  assert.deepEqual(
    own.cookies.map(({ name, value }) => [name, value]),
    [['a', '1']],
  )
  const callers = identity({ 'user-agent': 'Caller/1.0', cookie: 'b=2' }, 'https://www.shop.test/')
  assert.equal(callers.override.userAgent, 'Caller/1.0')
  assert.deepEqual(
    callers.cookies.map(({ name }) => name),
    ['b'],
  )
  assert.deepEqual(identity({}, 'https://other.test/').cookies, [])
})
