import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingValues } from './missing-values.ts'

test('values that are gone or different are named by their place, further members are not', () => {
  const was = { name: 'a', pages: [{ url: 'x', size: 1 }], error: null }
  assert.deepEqual(missingValues(was, { ...was, added: true, pages: [{ url: 'x', size: 1, depth: 0 }] }), [])
  assert.deepEqual(missingValues(was, { name: 'a', pages: was.pages }), ['/error: missing'])
  assert.deepEqual(missingValues(was, { ...was, error: {} }), ['/error: null is {}'])
  assert.deepEqual(missingValues(was, { ...was, pages: [] }), ['/pages/0: missing'])
  assert.deepEqual(missingValues(was, { ...was, pages: [...was.pages, {}] }), ['/pages: longer'])
  assert.deepEqual(missingValues(was, { ...was, pages: [{ url: 'x', size: 2 }] }), ['/pages/0/size: 1 is 2'])
  assert.deepEqual(missingValues(was, { ...was, pages: { 0: was.pages[0] } }), ['/pages: {"0":{"url":"x","size":1}}'])
})
