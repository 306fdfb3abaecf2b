import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { withNullableFields, withoutNullFields } from './null-fields.ts'
import { ProblemList } from './problem-list.ts'
import { compileSchema } from './validate.ts'

const inner = Type.Object({ a: Type.Optional(Type.String()), free: Type.Optional(Type.Unknown()) })
const schema = Type.Object({
  needed: Type.String(),
  inner: Type.Optional(inner),
  list: Type.Optional(Type.Array(inner)),
  either: Type.Optional(Type.Union([Type.Array(Type.String()), inner])),
})

test('optional nulls disappear at every depth', () => {
  const value = { inner: { a: null }, list: [{ a: null }, { a: 'x' }], either: { a: null } }
  assert.deepEqual(withoutNullFields({ needed: 'x', ...value }, schema), {
    needed: 'x',
    inner: {},
    list: [{}, { a: 'x' }],
    either: {},
  })
})

test('required and unknown nulls, null entries and free values stay', () => {
  const value = { needed: null, unknown: null, list: [null], either: [null], inner: { free: { a: null } } }
  assert.deepEqual(withoutNullFields(value, schema), value)
})

test('values of another shape pass through', () => {
  for (const value of [5, 'x', null, [null]]) assert.deepEqual(withoutNullFields(value, schema), value)
})

test('the described schema takes null where it means omitted, and nowhere else', () => {
  const check = compileSchema(withNullableFields(schema) as typeof schema)
  const refused = (value: object): string[] => {
    const list = new ProblemList()
    check({ needed: 'x', ...value }, list)
    return list.problems.map(({ pointer }) => pointer)
  }
  for (const name of ['inner', 'list', 'either']) assert.deepEqual(refused({ [name]: null }), [], name)
  assert.deepEqual(refused({ inner: { a: null }, list: [{ a: null }], either: { a: null } }), [])
  assert.deepEqual(refused({ needed: null }), ['/needed'])
  assert.deepEqual(refused({ list: [null], either: [null] }), ['/list/0', '/either/0'])
})
