import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outputSchemaLimits } from './output-schema-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { compileOutputSchema, outputSchemaProblems } from './output-schema.ts'
import { outputSchemaOf } from './output-shape.ts'

const product = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number', minimum: 0 } },
  required: ['name'],
}

const nested = (levels: number): Record<string, unknown> =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } }

const pointers = (schema: Record<string, unknown>): string[] =>
  outputSchemaProblems(schema).map(({ pointer }) => pointer)

describe('the schema of the json output', () => {
  it('takes JSON Schemas of every dialect that callers write', () => {
    for (const schema of [
      product,
      { type: 'array', items: product },
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { p: product }, $ref: '#/definitions/p' },
      {
        $defs: {
          node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } },
        },
        $ref: '#/$defs/node',
      },
      { anyOf: [{ type: 'object' }, { type: 'null' }] },
      { properties: { a: { type: ['string', 'null'], format: 'date', pattern: '^2' } } },
      { type: 'object', properties: { a: true }, additionalProperties: false, 'x-own': 1 },
    ]) {
      assert.deepEqual(outputSchemaProblems(schema), [], JSON.stringify(schema))
    }
  })

  it('names the place of an invalid schema', () => {
    assert.deepEqual(pointers({ type: 'object', properties: { price: { type: 'numbr' } } }), ['/properties/price/type'])
    assert.deepEqual(pointers({ type: 'object', required: 'name', properties: {} }), ['/required'])
    assert.deepEqual(pointers({ type: 'object', properties: { a: 7 } }), ['/properties/a'])
    assert.deepEqual(pointers({ properties: { 'a/b': { minLength: -1 } } }), ['/properties/a~1b/minLength'])
    assert.deepEqual(pointers({}), [''])
  })

  it('takes references into the schema alone, and none that lead nowhere', () => {
    for (const reference of ['https://example.com/schema.json', 'other.json#/a', '#anchor', '#/$defs/none', '#/%']) {
      assert.deepEqual(pointers({ properties: { a: { $ref: reference } } }), ['/properties/a/$ref'], reference)
    }
    assert.deepEqual(pointers({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }), [
      '/$ref',
      '/$defs/a/$ref',
      '/$defs/b/$ref',
    ])
    assert.deepEqual(pointers({ $id: 'https://example.com/a', type: 'object' }), ['/$id'])
  })

  it('bounds bytes, levels and patterns', () => {
    const { levelsMax } = outputSchemaLimits
    assert.deepEqual(outputSchemaProblems(nested(levelsMax - 1)), [])
    assert.match(outputSchemaProblems(nested(levelsMax))[0]?.rule ?? '', /nested too deep/)
    const large = { type: 'object', description: 'a'.repeat(jobLimits.schemaMaxBytes) }
    assert.match(outputSchemaProblems(large)[0]?.rule ?? '', /65536 bytes/)
    assert.deepEqual(pointers({ properties: { a: { type: 'string', pattern: '(a)\\1' } } }), ['/properties/a/pattern'])
    assert.deepEqual(pointers({ patternProperties: { '(?=a)': true } }), ['/patternProperties/(?=a)'])
  })

  it('reads a shape as the schema it stands for', () => {
    const shape = { title: 'string', price: 'number', tags: ['string'], author: { name: 'string', url: 'url' } }
    assert.deepEqual(outputSchemaProblems(shape), [])
    assert.deepEqual(outputSchemaOf(shape), {
      type: 'object',
      properties: {
        title: { type: 'string' },
        price: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        author: { type: 'object', properties: { name: { type: 'string' }, url: { type: 'string', format: 'uri' } } },
      },
    })
  })

  it('distinguishes shapes with fields that are called like keywords from schemas', () => {
    const typed = { type: 'string', title: 'string' }
    assert.deepEqual(Object.keys(outputSchemaOf(typed)['properties'] as object), ['type', 'title'])
    const listed = { items: [{ name: 'string' }] }
    assert.deepEqual(Object.keys(outputSchemaOf(listed)['properties'] as object), ['items'])
    const unwrapped = { name: { type: 'string', description: 'Its name' }, price: { type: 'number' } }
    assert.deepEqual(outputSchemaOf(unwrapped), { type: 'object', properties: unwrapped })
    assert.equal(outputSchemaOf(product), product)
  })

  it('names the place of an invalid shape', () => {
    assert.deepEqual(pointers({ title: 'strng', price: 'number' }), ['/title'])
    assert.deepEqual(pointers({ title: 'string', sizes: ['string', 'number'] }), ['/sizes'])
    assert.deepEqual(pointers({ title: 7 }), ['/title'])
  })

  it('reports where a value breaks the schema', () => {
    const check = compileOutputSchema(product)
    assert.deepEqual(check({ name: 'Lamp', price: 3 }), [])
    assert.deepEqual(
      check({ price: -1 }).map(({ pointer }) => pointer),
      ['', '/price'],
    )
    assert.deepEqual(compileOutputSchema({ when: 'date' })({ when: 'soon' })[0]?.pointer, '/when')
  })

  it('runs patterns in linear time', () => {
    const check = compileOutputSchema({ type: 'string', pattern: '^(a+)+$' })
    assert.equal(check(`${'a'.repeat(50_000)}b`).length, 1)
  })

  const chain = (keyword: string, end: Record<string, unknown>): Record<string, unknown> => {
    const links = Array.from({ length: 28 }, (_, at) => [
      `d${at}`,
      at === 27 ? end : { [keyword]: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ])
    return {
      type: 'object',
      properties: { name: { type: 'string' } },
      $defs: Object.fromEntries(links),
      $ref: '#/$defs/d0',
    }
  }

  it('ends a check whose references ask more than is worth answering', () => {
    for (const schema of [
      chain('anyOf', { required: ['none'] }),
      chain('allOf', { properties: { name: { maxLength: 1 } } }),
      { type: 'array', items: { required: Array.from({ length: 5_000 }, (_, at) => `p${at}`) } },
    ]) {
      assert.deepEqual(outputSchemaProblems(schema), [])
      const check = compileOutputSchema(schema)
      const value = 'items' in schema ? Array.from({ length: 1_000 }, () => ({})) : { name: 'Lamp' }
      assert.match(check(value)[0]?.message ?? '', /too many steps/)
      // Each check starts with all its steps.
      assert.equal(check('items' in schema ? [] : 5).length, 'items' in schema ? 0 : 1)
    }
  })

  it('compiles a schema that is referred to often once', () => {
    const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `p${at}`)
    const large = {
      type: 'object',
      properties: Object.fromEntries(names(500).map((name) => [name, { type: 'string' }])),
    }
    const schema = {
      $defs: { large },
      properties: Object.fromEntries(names(480).map((name) => [name, { items: { $ref: '#/$defs/large' } }])),
    }
    // Compiling it once for each reference would take minutes.
    assert.deepEqual(outputSchemaProblems(schema), [])
    assert.deepEqual(compileOutputSchema(schema)({ p7: [{ p3: 5 }] })[0]?.pointer, '/p7/0/p3')
  })

  it('refuses references that come back for the same value, through whatever keyword', () => {
    assert.deepEqual(pointers({ $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' }), [
      '/$ref',
      '/$defs/a/allOf/0/$ref',
    ])
    assert.deepEqual(pointers({ anyOf: [{ type: 'string' }, { not: { $ref: '#' } }] }), ['/anyOf/1/not/$ref'])
    assert.deepEqual(pointers({ properties: { a: { $ref: '#' } } }), [])
  })

  it('looks at schemas that a reference alone leads to', () => {
    const hidden = (schema: unknown): Record<string, unknown> => ({ $ref: '#/x-own', 'x-own': schema })
    assert.deepEqual(pointers(hidden({ pattern: '(?=a)' })), ['/$ref/pattern'])
    assert.deepEqual(pointers({ properties: {}, dependencies: { a: { pattern: '(?=a)' }, b: ['a'] } }), [
      '/dependencies/a/pattern',
    ])
    assert.deepEqual(pointers(hidden(nested(outputSchemaLimits.levelsMax))).length, 1)
    assert.deepEqual(pointers(hidden({ type: 'string' })), [])
  })

  it('reads the escapes of JavaScript in patterns', () => {
    const schema = { type: 'string', pattern: '^\\u00e4+$' }
    assert.deepEqual(outputSchemaProblems(schema), [])
    const check = compileOutputSchema(schema)
    assert.deepEqual([check('ää').length, check('aa').length], [0, 1])
  })

  it('repeats little of a schema in what it reports', () => {
    const members = Array.from({ length: 5_000 }, (_, at) => `member ${at}`)
    for (const schema of [
      { enum: members },
      { type: 'string', pattern: `^${'a'.repeat(900)}` },
      { type: 'object', required: ['n'.repeat(5_000)] },
    ]) {
      const message = compileOutputSchema(schema)('required' in schema ? {} : 'b')[0]?.message ?? ''
      assert.ok(message.length > 10 && message.length <= 301, message)
    }
  })
})
