import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sessionReach } from './session-headers.ts'

const walk = (domain: string, ...urls: string[]): boolean[] => {
  const mayHave = sessionReach(domain, urls[0]!)
  return urls.map((url) => mayHave(new URL(url), true))
}

it('headers of a session go to hosts of its domain alone', () => {
  const urls = [
    'https://shop.test/',
    'https://a.b.shop.test:8443/',
    'https://shop.test.evil.test/',
    'https://myshop.test/',
  ]
  assert.deepEqual(walk('shop.test', ...urls), [true, true, false, false])
  assert.deepEqual(walk('127.0.0.1', 'http://127.0.0.1:1/', 'http://127.0.0.2/'), [true, false])
  assert.deepEqual(walk('github.io', 'https://github.io/', 'https://me.github.io/'), [true, false])
})

it('headers of a session never go from https down to http', () => {
  assert.deepEqual(walk('shop.test', 'https://shop.test/', 'http://shop.test/'), [true, false])
  assert.deepEqual(walk('shop.test', 'http://shop.test/', 'https://shop.test/', 'http://www.shop.test/'), [
    true,
    true,
    false,
  ])
  const mayHave = sessionReach('shop.test', 'http://shop.test/')
  assert.equal(mayHave(new URL('https://img.shop.test/a.png'), false), true)
  assert.equal(mayHave(new URL('http://shop.test/b.png'), false), true)
})
