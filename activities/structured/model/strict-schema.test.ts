import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsWrapper, strictSchemaOf } from './strict-schema.ts'

test('objects are closed, every property is required and may be null, and what servers refuse is gone', () => {
  assert.deepEqual(
    strictSchemaOf({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        sort: { enum: ['a', 'b'], description: 'Which' },
        mail: { type: 'string', format: 'email', minLength: 3, default: 'x' },
        tags: { type: 'array', items: { type: 'string', pattern: '^a' }, maxItems: 2 },
        owner: { oneOf: [{ $ref: '#/definitions/person' }, { type: 'string' }] },
      },
      definitions: {
        person: { properties: { name: { type: 'string', nullable: true }, boss: { $ref: '#/definitions/person' } } },
      },
    }),
    {
      type: 'object',
      properties: {
        sort: { description: 'Which', type: ['string', 'null'], enum: ['a', 'b', null] },
        mail: { type: ['string', 'null'] },
        tags: { type: ['array', 'null'], items: { type: 'string' } },
        owner: { anyOf: [{ $ref: '#/$defs/person' }, { type: 'string' }, { type: 'null' }] },
      },
      required: ['sort', 'mail', 'tags', 'owner'],
      additionalProperties: false,
      $defs: {
        person: {
          type: 'object',
          properties: {
            name: { type: ['string', 'null'] },
            boss: { anyOf: [{ $ref: '#/$defs/person' }, { type: 'null' }] },
          },
          required: ['name', 'boss'],
          additionalProperties: false,
        },
      },
    },
  )
})

test('a schema that is no object is wrapped, and references to the root are adjusted', () => {
  const tree = { type: 'array', items: { type: 'object', properties: { below: { $ref: '#' } } } }
  assert.ok(needsWrapper(tree))
  const strict = strictSchemaOf(tree) as {
    properties: object
    $defs: { seine_root: { items: { properties: object } } }
  }
  assert.deepEqual(Object.keys(strict.properties), ['value'])
  assert.deepEqual(strict.$defs.seine_root.items.properties, {
    below: { anyOf: [{ $ref: '#/$defs/seine_root' }, { type: 'null' }] },
  })
})

test('a schema that the strict subset cannot express has no strict copy', () => {
  for (const property of [
    {},
    true,
    { type: 'object' },
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'array' },
    { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'string' } },
    { allOf: [{ type: 'string' }, { minLength: 2 }] },
    { $ref: '#/properties/other' },
  ]) {
    assert.equal(strictSchemaOf({ type: 'object', properties: { property, other: { type: 'string' } } }), null)
  }
})
