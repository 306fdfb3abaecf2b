import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirect, locationTarget, nextHop, type Hop } from './redirects.ts'

const base = new URL('http://a.example/dir/page?q=1#part')
const target = (location: string | undefined): string | null => locationTarget(location, base)?.href ?? null

const post: Hop = {
  url: base,
  method: 'POST',
  headers: { 'content-type': 'text/plain', 'x-key': 'k', 'user-agent': 'Seine' },
  body: 'text',
}

test('exactly the five redirect statuses lead elsewhere', () => {
  const statuses = Array.from({ length: 500 }, (_, index) => index + 100)
  assert.deepEqual(statuses.filter(isRedirect), [301, 302, 303, 307, 308])
})

test('locations are resolved against the page that sent them', () => {
  assert.equal(target('next#x'), 'http://a.example/dir/next#x')
  assert.equal(target('/root#x'), 'http://a.example/root#x')
  assert.equal(target('//b.example/#x'), 'http://b.example/#x')
  assert.equal(target('?q=2#x'), 'http://a.example/dir/page?q=2#x')
  assert.equal(target('https://b.example:8443/y#x'), 'https://b.example:8443/y#x')
})

test('a target without a fragment inherits the one before', () => {
  assert.equal(target('/next'), 'http://a.example/next#part')
})

test('bytes of a location are read as UTF-8, or one by one where they are not', () => {
  const utf8 = Buffer.from('/été#x').toString('latin1')
  assert.equal(target(utf8), 'http://a.example/%C3%A9t%C3%A9#x')
  assert.equal(target('/\u{e9}t\u{e9}#x'), 'http://a.example/%C3%A9t%C3%A9#x')
})

test('a missing or unreadable location has no target', () => {
  assert.deepEqual([undefined, '', '  ', 'http://', 'http://[::1', 'http://a b/'].map(target), [
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

for (const [status, method, expected] of [
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [303, 'DELETE', 'GET'],
  [303, 'HEAD', 'HEAD'],
  [303, 'GET', 'GET'],
  [301, 'PUT', 'PUT'],
  [302, 'HEAD', 'HEAD'],
  [307, 'POST', 'POST'],
  [308, 'PUT', 'PUT'],
] as const) {
  test(`${status} turns ${method} into ${expected}`, () => {
    const body = method === 'GET' || method === 'HEAD' ? null : 'text'
    const next = nextHop({ ...post, method, body }, status, new URL('http://a.example/next'))
    assert.equal(next.method, expected)
    assert.equal(next.body, expected === method ? body : null)
    assert.equal('content-type' in next.headers, expected === method)
    assert.equal(next.headers['x-key'], 'k')
  })
}

test('scheme, host and port each make another origin, which gets no headers of the caller but those about the body', () => {
  for (const url of ['https://a.example/', 'http://b.example/', 'http://a.example:81/', 'http://sub.a.example/']) {
    const next = nextHop(post, 307, new URL(url))
    assert.deepEqual(next.headers, { 'content-type': 'text/plain', 'user-agent': 'Seine' })
    assert.equal(next.body, 'text')
  }
})

test('another origin that gets no body gets no headers about one', () => {
  for (const [hop, status] of [
    [post, 302],
    [{ ...post, method: 'GET', body: null }, 307],
  ] as const) {
    const next = nextHop(hop, status, new URL('https://b.example/'))
    assert.deepEqual([next.method, next.headers, next.body], ['GET', { 'user-agent': 'Seine' }, null])
  }
})

test('headers given up on the way do not come back with the first origin', () => {
  const away = nextHop(post, 307, new URL('http://b.example/'))
  assert.deepEqual(nextHop(away, 307, base).headers, { 'content-type': 'text/plain', 'user-agent': 'Seine' })
})
