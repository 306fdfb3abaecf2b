import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiDescription, DescribedSchema } from './description.ts'
import { docstring, isName, literal, pascalCase, snakeCase } from './python-text.ts'
import { PythonTypes } from './python-types.ts'

const described = (schemas: Record<string, DescribedSchema> = {}): ApiDescription => ({
  paths: {},
  webhooks: {},
  components: { schemas },
})

const entry: DescribedSchema = { type: 'object', required: ['url'], properties: { url: { type: 'string' } } }

describe('Python types', () => {
  for (const [schema, type] of [
    [{ type: 'integer' }, 'int'],
    [{ type: ['string', 'null'] }, 'str | None'],
    [{ type: ['null', 'string'], enum: ['a', null] }, 'Literal["a"] | None'],
    [{ anyOf: [{ const: 'b' }, { const: 'a' }, { type: 'null' }] }, 'Literal["b", "a"] | None'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'Any'],
    [{ type: 'array', items: { type: 'boolean' } }, 'list[bool]'],
    [{ type: 'object', properties: {} }, 'dict[str, Any]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'dict[str, float]'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Entry' } }, 'list[Entry]'],
  ] as [DescribedSchema, string][]) {
    it(`are ${type} for ${JSON.stringify(schema)}`, () =>
      assert.equal(new PythonTypes(described({ Entry: entry })).typeOf(schema, 'Part'), type))
  }

  it('have a class for each object, behind those that it contains', () => {
    const types = new PythonTypes(described({ Entry: entry }))
    const list: DescribedSchema = {
      type: 'object',
      properties: {
        data: { type: 'array', items: { $ref: '#/components/schemas/Entry' } },
        last: { anyOf: [{ $ref: '#/components/schemas/Entry' }, { type: 'null' }] },
        named: { type: 'object', additionalProperties: entry },
      },
    }
    assert.equal(types.typeOf(list, 'List'), 'List')
    assert.deepEqual(
      types.classes.map(({ name }) => name),
      ['Entry', 'ListNamedValue', 'List'],
    )
    assert.deepEqual(
      types.classes[2]?.members.map(({ name, type, nested }) => [name, type, nested?.held, nested?.name]),
      [
        ['data', 'list[Entry]', 'list', 'Entry'],
        ['last', 'Entry | None', 'one', 'Entry'],
        ['named', 'dict[str, ListNamedValue]', 'map', 'ListNamedValue'],
      ],
    )
  })

  it('refuse two schemas of one name, and a schema that does not exist', () => {
    const types = new PythonTypes(described())
    types.typeOf(entry, 'Entry')
    assert.throws(() => types.typeOf(entry, 'Entry'), /two schemas would be the class Entry/)
    assert.throws(() => types.typeOf({ $ref: '#/components/schemas/Gone' }, 'Any'), /has no schema Gone/)
  })
})

describe('Python text', () => {
  it('spells names', () => {
    assert.equal(snakeCase('If-Match'), 'if_match')
    assert.equal(snakeCase('redeliverCrawlWebhook'), 'redeliver_crawl_webhook')
    assert.equal(pascalCase('next_cursor'), 'NextCursor')
    assert.deepEqual(['url', 'try', '_id', 'a-b'].map(isName), [true, false, false, false])
  })

  it('writes literals and docstrings that end where they should', () => {
    assert.deepEqual([null, true, 'a"b', 3].map(literal), ['None', 'True', '"a\\"b"', '3'])
    assert.equal(docstring('Says "a\\b"', '  '), '  """Says "a\\\\b" """\n')
    assert.equal(docstring('One\n\nTwo', '  '), '  """One\n\n  Two\n  """\n')
    assert.equal(docstring('', '  '), '')
  })
})
