import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callName } from './call-name.ts'

test('a call is named by path and query, with its host apart', () => {
  assert.deepEqual(callName('https://api.example.com:8443/a/b?c=d#e'), {
    path: '/a/b?c=d',
    host: 'api.example.com:8443',
  })
})

test('an address without a host, and an invalid one, are shown unchanged', () => {
  assert.deepEqual(callName('data:text/html,x'), { path: 'data:text/html,x', host: '' })
  assert.deepEqual(callName('not an address'), { path: 'not an address', host: '' })
  assert.equal(callName('').path, '(no address)')
})

test('very long addresses are cut', () => {
  assert.equal(callName(`https://example.com/${'a'.repeat(100_000)}`).path.length, 301)
})
