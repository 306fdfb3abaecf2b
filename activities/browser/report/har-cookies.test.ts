import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestCookies, responseCookie } from './har-cookies.ts'

const answeredAtMs = Date.UTC(2026, 0, 1)

test('cookies of a request are pairs, values with = included', () => {
  assert.deepEqual(requestCookies('a=1; b=x=y;; c'), [
    { name: 'a', value: '1' },
    { name: 'b', value: 'x=y' },
    { name: '', value: 'c' },
  ])
  assert.deepEqual(requestCookies(''), [])
})

test('a cookie of a response comes with its attributes', () => {
  assert.deepEqual(
    responseCookie(
      'id=7; Path=/a; Domain=site.test; Expires=Thu, 01 Jan 2026 00:00:00 GMT; HttpOnly; SECURE; SameSite=Lax',
      answeredAtMs,
    ),
    {
      name: 'id',
      value: '7',
      path: '/a',
      domain: 'site.test',
      expires: '2026-01-01T00:00:00.000Z',
      httpOnly: true,
      secure: true,
    },
  )
})

test('an unreadable date is left out', () => {
  assert.deepEqual(responseCookie('id=7; Expires=soon', answeredAtMs), {
    name: 'id',
    value: '7',
    httpOnly: false,
    secure: false,
  })
})

test('Max-Age is shown as the resulting date, and takes precedence over Expires', () => {
  const expiresOf = (attributes: string) => responseCookie(`id=7; ${attributes}`, answeredAtMs).expires
  assert.equal(expiresOf('Max-Age=60'), '2026-01-01T00:01:00.000Z')
  assert.equal(expiresOf('max-age=60; Expires=Thu, 01 Jan 2027 00:00:00 GMT'), '2026-01-01T00:01:00.000Z')
  assert.equal(expiresOf('Expires=Thu, 01 Jan 2027 00:00:00 GMT; Max-Age=60'), '2026-01-01T00:01:00.000Z')
  for (const over of ['0', '-1']) assert.equal(expiresOf(`Max-Age=${over}`), '1970-01-01T00:00:00.000Z')
  for (const none of ['', 'soon', '+5', '1.5']) assert.equal(expiresOf(`Max-Age=${none}`), undefined, none)
  assert.equal(expiresOf(`Max-Age=${'9'.repeat(30)}`), '9999-12-31T23:59:59.999Z')
})
