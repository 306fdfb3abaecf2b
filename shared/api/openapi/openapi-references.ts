/**
 * Makes schemas readable: a named shape is defined once and referenced elsewhere, and schemas are simplified where a
 * shorter form means the same.
 */
import { isObject } from '../rules/json-object.ts'

type Schema = Record<string, unknown>

/** Schemas by the name they have in the API description. */
export type NamedSchemas = Readonly<Record<string, object>>

/** Replaces named shapes in a schema by references, and simplifies the rest. */
export type Refer = (schema: unknown) => unknown

/** Returns the key that identifies a shape. Descriptions are left out: each use of a shape may have its own. */
function keyOf({ description: _description, ...shape }: Schema): string {
  return JSON.stringify(shape)
}

const nullSchema: Schema = { type: 'null' }

const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null'

/** Returns the schema without the null type that an optional field may have; null when the schema has no null type. */
function withoutNull(schema: Schema): Schema | null {
  const { type } = schema
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return null
  return { ...schema, type: type[0] as unknown }
}

/** Adds the missing `type` to an enumeration of strings, because client generators depend on it. */
function typed(schema: Schema): Schema {
  const { enum: choices, type } = schema
  if (!Array.isArray(choices) || type !== undefined) return schema
  const texts = choices.filter((choice) => typeof choice === 'string').length
  if (texts === choices.length) return { type: 'string', ...schema }
  return texts === choices.length - 1 && choices.includes(null) ? { type: ['string', 'null'], ...schema } : schema
}

/** Converts a record whose only pattern matches every name to `additionalProperties`. */
function plainRecord(schema: Schema): Schema {
  const { patternProperties, ...rest } = schema
  const [member, ...others] = Object.values((patternProperties ?? {}) as Schema)
  return member === undefined || others.length > 0 || !('^.*$' in (patternProperties as Schema))
    ? schema
    : { ...rest, additionalProperties: member }
}

/** Converts a union of one type and null to a list of types. */
function plainChoice(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1])) return schema
  const only: unknown = anyOf[0]
  if (!isObject(only) || typeof only['type'] !== 'string' || 'const' in only) return schema
  const choices = Array.isArray(only['enum']) ? { enum: [...(only['enum'] as unknown[]), null] } : {}
  return { ...only, type: [only['type'], 'null'], ...choices, ...rest }
}

/**
 * Prepares references to named schemas.
 * @param named schemas that become components; one may be part of another.
 * @returns `refer`, which makes any schema readable, and `components`, the named schemas in readable form.
 */
export function references(named: NamedSchemas): { refer: Refer; components: Record<string, unknown> } {
  const names = new Map(Object.entries(named).map(([name, schema]) => [keyOf(schema as Schema), name]))
  const described = new Map(Object.entries(named).map(([name, schema]) => [name, (schema as Schema)['description']]))

  const mapped = (members: unknown): unknown =>
    Object.fromEntries(Object.entries(members as Schema).map(([name, member]) => [name, refer(member)]))

  function reference(name: string, schema: Schema): Schema {
    const { description } = schema
    const own = description === undefined || description === described.get(name) ? {} : { description }
    return { $ref: `#/components/schemas/${name}`, ...own }
  }

  function parts(schema: Schema): Schema {
    const readable = Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties' || keyword === 'patternProperties') return [keyword, mapped(value)]
      if (keyword === 'items' || keyword === 'additionalProperties') return [keyword, refer(value)]
      if (keyword === 'anyOf') return [keyword, (value as unknown[]).map((option) => refer(option))]
      return [keyword, value]
    })
    return plainChoice(plainRecord(typed(Object.fromEntries(readable) as Schema)))
  }

  function refer(schema: unknown): unknown {
    if (!isObject(schema)) return schema
    const name = names.get(keyOf(schema))
    if (name !== undefined) return reference(name, schema)
    const required = withoutNull(schema)
    const nullableName = required === null ? undefined : names.get(keyOf(required))
    if (nullableName === undefined) return parts(schema)
    const { description, ...rest } = reference(nullableName, schema)
    return { anyOf: [rest, nullSchema], ...(description === undefined ? {} : { description }) }
  }

  const components = Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, parts(schema as Schema)] as const),
  )
  return { refer, components }
}
