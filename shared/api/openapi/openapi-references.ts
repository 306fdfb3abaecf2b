/**
 * Makes schemas fit for reading: a shape that has a name stands once and is referred to elsewhere,
 * and what can be said in fewer words is.
 */
import { isObject } from '../rules/json-object.ts'

type Schema = Record<string, unknown>

/** Schemas by the name they have in the API description. */
export type NamedSchemas = Readonly<Record<string, object>>

/** Makes a schema readable. */
export type Refer = (schema: unknown) => unknown

/** What tells shapes apart. Descriptions do not: each use of a shape may have its own. */
function keyOf({ description: _description, ...shape }: Schema): string {
  return JSON.stringify(shape)
}

const nullSchema: Schema = { type: 'null' }

const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null'

/** The shape without the null that an optional field may have as well; null when there is none to take away. */
function withoutNull(schema: Schema): Schema | null {
  const { type } = schema
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return null
  return { ...schema, type: type[0] as unknown }
}

/** A choice of texts says that it is one; clients are generated from the type. */
function typed(schema: Schema): Schema {
  const { enum: choices, type } = schema
  if (!Array.isArray(choices) || type !== undefined) return schema
  const texts = choices.filter((choice) => typeof choice === 'string').length
  if (texts === choices.length) return { type: 'string', ...schema }
  return texts === choices.length - 1 && choices.includes(null) ? { type: ['string', 'null'], ...schema } : schema
}

/** A record by patterns that let every name pass is an object of further members. */
function plainRecord(schema: Schema): Schema {
  const { patternProperties, ...rest } = schema
  const [member, ...others] = Object.values((patternProperties ?? {}) as Schema)
  return member === undefined || others.length > 0 || !('^.*$' in (patternProperties as Schema))
    ? schema
    : { ...rest, additionalProperties: member }
}

/** One type or null, where the choice says no more than that. */
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
 * @returns `refer`, which makes any schema readable, and `components`: the named ones, each readable itself.
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
