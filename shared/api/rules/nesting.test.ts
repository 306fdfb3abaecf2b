import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstTooDeep } from './nesting.ts'

test('a value within the bound has nothing too deep', () => {
  for (const value of [null, 5, 'a', [], {}, { a: [1, { b: null }] }]) assert.equal(firstTooDeep(value, 3), null)
})

test('what lies one level too deep is named by its pointer', () => {
  assert.equal(firstTooDeep({ a: [1, { b: {} }] }, 3), '/a/1/b')
  assert.equal(firstTooDeep({ 'a/b': { '~': [] } }, 2), '/a~1b/~0')
  assert.equal(firstTooDeep([[]], 1), '/0')
})

test('any depth is measured without a deep stack', () => {
  const lists: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  assert.equal(firstTooDeep(lists, 4), '/0/0/0/0')
})
