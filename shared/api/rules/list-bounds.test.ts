import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { withoutExcess } from './list-bounds.ts'
import { ProblemList } from './problem-list.ts'

const schema = Type.Object(
  {
    list: Type.Array(Type.Object({ deep: Type.Array(Type.Any(), { maxItems: 1 }) }), { maxItems: 2 }),
    either: Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 1 })]),
    map: Type.Record(Type.String(), Type.String(), { maxProperties: 1 }),
    free: Type.Object({}),
    text: Type.String({ maxLength: 2 }),
  },
  { additionalProperties: false },
)

function bounded(value: unknown): { kept: unknown; pointers: string[] } {
  const list = new ProblemList()
  const kept = withoutExcess(value, schema, list)
  return { kept, pointers: list.problems.map(({ pointer }) => pointer) }
}

test('a value within its bounds is kept as it is', () => {
  for (const value of [
    5,
    null,
    [1],
    { list: [{ deep: [1] }, 2], either: ['a'], map: { a: 'b' } },
    { either: 'abc', list: 'no list', map: null, free: { a: 1, b: 2 } },
  ]) {
    assert.deepEqual(bounded(value), { kept: value, pointers: [] })
  }
})

test('lists and maps that are too large are reported and cut, at every depth', () => {
  const value = { list: [{ deep: [1, 2] }, 2, 3], either: ['a', 'b'], map: { a: '1', b: '2' } }
  assert.deepEqual(bounded(value), {
    kept: { list: [{ deep: [1] }, 2], either: ['a'], map: { a: '1' } },
    pointers: ['/list', '/list/0/deep', '/either', '/map'],
  })
})

test('a text that is too long is cut to one that is still too long', () => {
  assert.deepEqual(bounded({ text: 'abcdefgh' }), { kept: { text: 'abcde' }, pointers: [] })
  assert.deepEqual(bounded({ text: '𝒂𝒃𝒄' }).kept, { text: '𝒂𝒃𝒄'.slice(0, 5) })
  assert.deepEqual(bounded({ either: 'abcdefgh' }).kept, { either: 'abcdefgh' })
})

test('unknown fields are kept up to the number that is reported, and no known field is lost', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]))
  const { kept, pointers } = bounded({ ...many, either: 'a' })
  assert.equal(Object.keys(kept as object).length, requestLimits.fieldProblemsMax + 1)
  assert.ok('either' in (kept as object))
  assert.deepEqual(pointers, [])
})

test('a field named like a part of every object is a field', () => {
  const { kept } = bounded(JSON.parse('{"__proto__":{"list":1},"constructor":2}'))
  assert.deepEqual(Object.keys(kept as object), ['__proto__', 'constructor'])
})
