import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonWithin } from './json-size.ts'

test('a value is written when its text fits, and not when it has one byte more', () => {
  for (const value of [{}, [], { a: 1 }, [[], {}, null, true], { a: 'b', c: ['é', '"', -1.5e300] }, [1, 2, 3]]) {
    const text = JSON.stringify(value)
    const bytes = Buffer.byteLength(text)
    assert.equal(jsonWithin(value, bytes), text)
    assert.equal(jsonWithin(value, bytes - 1), null)
  }
})

test('bytes are counted, not characters', () => {
  assert.equal(jsonWithin(['é'], 5), null)
  assert.equal(jsonWithin(['é'], 6), '["é"]')
})

test('a value that is far too long or nested is refused without being written', () => {
  const nested = JSON.parse(`${'[1,'.repeat(100_000)}1${']'.repeat(100_000)}`) as object
  assert.equal(jsonWithin(nested, 1_000), null)
  assert.equal(
    jsonWithin(
      Array.from({ length: 100_000 }, () => 1),
      1_000,
    ),
    null,
  )
  assert.equal(jsonWithin({ toJSON: 'x'.repeat(2_000) }, 1_000), null)
})
