import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookiesOf } from './caller-cookies.ts'

test('a cookie header becomes cookies of the host', () => {
  const url = 'https://a.test/'
  assert.deepEqual(cookiesOf('a=1; b=x=y;;nameless; =c', 'https://a.test/deep/page?q'), [
    { name: 'a', value: '1', url, path: '/', secure: true },
    { name: 'b', value: 'x=y', url, path: '/', secure: true },
  ])
  assert.equal(cookiesOf('a=1', 'http://a.test/')[0]?.secure, false)
  assert.deepEqual(cookiesOf('', url), [])
})
