import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formattedJson } from './formatted-json.ts'

test('objects and lists are indented, other texts are left', () => {
  assert.equal(formattedJson('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}')
  assert.equal(formattedJson('{"a":'), null)
  assert.equal(formattedJson('7'), null)
  assert.equal(formattedJson('<p>'), null)
  assert.equal(formattedJson(`[${'1,'.repeat(1024 * 1024)}1]`), null)
  assert.equal(formattedJson('['.repeat(500_000)), null)
})
