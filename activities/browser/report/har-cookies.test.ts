import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestCookies, responseCookie } from './har-cookies.ts'

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

test('a date nobody can read is left out', () => {
  assert.deepEqual(responseCookie('id=7; Expires=soon'), { name: 'id', value: '7', httpOnly: false, secure: false })
})
