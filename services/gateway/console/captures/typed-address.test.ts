import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withScheme } from './typed-address.ts'

test('a scheme is added to a host, and to nothing else', () => {
  assert.equal(withScheme(' example.com/a '), 'https://example.com/a')
  assert.equal(withScheme('example.com:8080'), 'https://example.com:8080')
  assert.equal(withScheme('http://example.com'), 'http://example.com')
  assert.equal(withScheme('javascript:alert(1)'), 'javascript:alert(1)')
  assert.equal(withScheme('localhost'), 'localhost')
})
