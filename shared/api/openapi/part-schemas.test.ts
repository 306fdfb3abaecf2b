import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openApiDocument } from './openapi.ts'
import { partOf } from './part-schemas.ts'

const document = openApiDocument('0.0.0') as { components: { schemas: Record<string, unknown> } }

/** Calls `see` for every object below a value that may be a schema; examples and samples are not schemas. */
function visit(value: unknown, path: string, see: (schema: Record<string, unknown>, path: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value as Record<string, unknown>, path)
  for (const [name, member] of Object.entries(value)) {
    if (name !== 'example' && name !== 'x-codeSamples') visit(member, `${path}/${name}`, see)
  }
}

test('every object with members has a name', () => {
  const unnamed: string[] = []
  visit(document, '', ({ type, properties }, path) => {
    const members = type === 'object' && typeof properties === 'object' ? Object.keys(properties ?? {}) : []
    if (members.length > 0 && !/^\/components\/schemas\/\w+$/.test(path)) unnamed.push(path)
  })
  assert.deepEqual(unnamed, [], 'add them to part-schemas.ts or openapi-schemas.ts')
})

test('every name is used', () => {
  const used = new Set<string>()
  visit(document, '', ({ $ref }) => {
    if (typeof $ref === 'string') used.add($ref.replace('#/components/schemas/', ''))
  })
  assert.deepEqual(
    Object.keys(document.components.schemas).filter((name) => !used.has(name)),
    [],
    'two names for one shape, or a part that no schema has any more',
  )
})

test('a part is found by its path, and a wrong path is an error', () => {
  const inner = Type.Object({ a: Type.Integer() })
  const schema = Type.Object({ list: Type.Array(Type.Union([inner, Type.Null()])) })
  assert.equal(partOf(schema, 'list.[]'), inner)
  assert.deepEqual(partOf(schema, 'list.[].a'), Type.Integer())
  assert.throws(() => partOf(schema, 'list.[].b'), /no part list\.\[\]\.b/)
})
