import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allowedAddresses,
  allowedUrls,
  deniedAddresses,
  deniedNames,
  deniedSpellings,
  deniedUrls,
} from '../testing/address-corpus.ts'
import { AllowList, allowNothing } from './allow-list.ts'
import { hostProblem, isLocalhostName, portOf, vetUrl } from './target-policy.ts'

const urlOf = (host: string): string => `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/`
const passes = (url: string): boolean => vetUrl(url, allowNothing).ok
const codeOf = (url: string): string => {
  const verdict = vetUrl(url, allowNothing)
  return verdict.ok ? 'ok' : verdict.code
}

const deniedHosts = [...deniedAddresses, ...deniedSpellings, ...deniedNames]

test('no form of a private host passes, over http or https, on any port', () => {
  const urls = deniedHosts.map(urlOf)
  assert.deepEqual(urls.filter(passes), [])
  assert.deepEqual(urls.map((url) => url.replace('http:', 'https:').replace(/\/$/, ':8443/')).filter(passes), [])
  assert.ok(new Set(urls).size >= 150)
})

test('a private host that parses is url_not_allowed, not invalid_url', () => {
  const parsable = deniedHosts.map(urlOf).filter((url) => URL.canParse(url))
  assert.deepEqual(
    parsable.filter((url) => codeOf(url) !== 'url_not_allowed'),
    [],
  )
  assert.ok(parsable.length >= 150)
})

test('no URL with a foreign scheme, user info, blocked port or bad host passes', () => {
  assert.deepEqual(deniedUrls.filter(passes), [])
})

test('public addresses and odd public URLs pass', () => {
  assert.deepEqual(
    [...allowedAddresses.map(urlOf), ...allowedUrls].filter((url) => !passes(url)),
    [],
  )
  assert.ok(allowedAddresses.length + allowedUrls.length >= 25)
})

test('text that is no URL and user info are invalid_url; schemes and ports are url_not_allowed', () => {
  assert.equal(codeOf('not a url'), 'invalid_url')
  assert.equal(codeOf('http://u:p@example.com/'), 'invalid_url')
  assert.equal(codeOf('ftp://example.com/'), 'url_not_allowed')
  assert.equal(codeOf('http://example.com:25/'), 'url_not_allowed')
})

test('an accepted URL comes back parsed, an URL object as it was', () => {
  const url = new URL('https://example.com/a b')
  assert.deepEqual(vetUrl('HTTPS://Example.COM/a b', allowNothing), { ok: true, url })
  const verdict = vetUrl(url, allowNothing)
  assert.ok(verdict.ok)
  assert.equal(verdict.url, url)
})

test('reasons name the rule and never the address a spelling stands for', () => {
  const verdict = vetUrl('http://2130706433/', allowNothing)
  assert.ok(!verdict.ok)
  assert.equal(verdict.reason, 'the host is a private, local or reserved address')
  assert.deepEqual(vetUrl('http://a.local/', allowNothing), {
    ok: false,
    code: 'url_not_allowed',
    reason: 'names ending in .local are not public',
  })
})

test('an allow-listed address passes on its port in every spelling', () => {
  const list = new AllowList({ entries: '127.0.0.1:8080,[fd00::1]:9000' })
  const allowed = [
    'http://127.0.0.1:8080/',
    'https://2130706433:8080/',
    'http://127.1:8080/x',
    'http://[fd00::1]:9000/',
  ]
  assert.deepEqual(
    allowed.filter((url) => !vetUrl(url, list).ok),
    [],
  )
  const others = [
    'http://127.0.0.1/',
    'http://127.0.0.1:8081/',
    'http://127.0.0.2:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
  ]
  assert.deepEqual(
    others.filter((url) => vetUrl(url, list).ok),
    [],
  )
})

test('localhost counts by the loopback address that is allow-listed', () => {
  for (const entries of ['127.0.0.1:8080', '[::1]:8080']) {
    const list = new AllowList({ entries })
    assert.ok(vetUrl('http://localhost:8080/', list).ok)
    assert.ok(vetUrl('http://LOCALHOST.:8080/', list).ok)
    assert.ok(vetUrl('http://site.localhost:8080/', list).ok)
    assert.ok(!vetUrl('http://localhost:8081/', list).ok)
  }
  assert.ok(!vetUrl('http://localhost:8080/', new AllowList({ entries: '10.0.0.0/8' })).ok)
})

test('the allow-list opens neither names, schemes, user info nor blocked ports', () => {
  const all = new AllowList({ entries: '0.0.0.0/0,[::]/0' })
  const urls = ['http://minio/', 'http://a.local/', 'ftp://127.0.0.1/', 'http://u@127.0.0.1/', 'http://127.0.0.1:25/']
  assert.deepEqual(
    urls.filter((url) => vetUrl(url, all).ok),
    [],
  )
})

test('the port of a URL is the written one or the default of its scheme', () => {
  assert.deepEqual(
    ['http://a.b/', 'https://a.b/', 'https://a.b:80/', 'http://a.b:443/'].map((url) => portOf(new URL(url))),
    [80, 443, 80, 443],
  )
})

test('hosts as sockets receive them follow the same rules', () => {
  assert.equal(hostProblem('::1', 80, allowNothing), 'the host is a private, local or reserved address')
  assert.equal(hostProblem('localhost.', 80, allowNothing), 'the host is the local machine')
  assert.equal(hostProblem('', 80, allowNothing), 'the host is a single-label name')
  assert.equal(hostProblem('example.com.', 80, allowNothing), null)
  assert.equal(isLocalhostName('localhost.example'), false)
})
