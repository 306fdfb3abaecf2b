import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { withNullableFields } from '../rules/null-fields.ts'
import { references } from './openapi-references.ts'

const point = Type.Object({ x: Type.Integer(), y: Type.Integer() }, { description: 'A point.' })

test('a named shape is referred to, with the description of its use where it has one of its own', () => {
  const { refer, components } = references({ Point: point })
  const line = Type.Object({ from: point, to: Type.Array(point) })
  assert.deepEqual(refer(line), {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      from: { $ref: '#/components/schemas/Point' },
      to: { type: 'array', items: { $ref: '#/components/schemas/Point' } },
    },
  })
  assert.deepEqual(refer({ ...point, description: 'The end.' }), {
    $ref: '#/components/schemas/Point',
    description: 'The end.',
  })
  assert.equal((components['Point'] as { description: string }).description, 'A point.')
})

test('an optional field of a request that has a name may be null beside it', () => {
  const { refer } = references({ Point: withNullableFields(point) as object })
  assert.deepEqual(refer(withNullableFields(Type.Object({ at: Type.Optional(point) }))), {
    type: 'object',
    properties: { at: { anyOf: [{ $ref: '#/components/schemas/Point' }, { type: 'null' }] } },
  })
})

test('choices of texts are texts, one type or null is a list of types, a record is an object', () => {
  const { refer } = references({})
  assert.deepEqual(refer(Type.Enum(['a', 'b'])), { type: 'string', enum: ['a', 'b'] })
  assert.deepEqual(refer(Type.Union([Type.Enum(['a']), Type.Null()])), { type: ['string', 'null'], enum: ['a', null] })
  assert.deepEqual(refer(Type.Union([Type.Integer(), Type.Null()], { description: 'd' })), {
    type: ['integer', 'null'],
    description: 'd',
  })
  assert.deepEqual(refer(Type.Union([Type.String(), Type.Integer()])), {
    anyOf: [{ type: 'string' }, { type: 'integer' }],
  })
  assert.deepEqual(refer(Type.Record(Type.String(), Type.Boolean())), {
    type: 'object',
    additionalProperties: { type: 'boolean' },
  })
})
