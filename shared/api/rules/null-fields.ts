/**
 * `null` as the value of an optional field means that the field is omitted: such fields are dropped before anything is
 * checked, and the API description declares them nullable.
 */
import { isObject } from './json-object.ts'

interface ObjectShape {
  properties?: Record<string, unknown>
  required?: readonly string[]
  items?: unknown
  anyOf?: readonly unknown[]
}

interface ValueShape {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly unknown[]
}

/**
 * Returns a copy of `value` without the optional fields that are null, at every depth the schema describes. Required
 * fields and fields that the schema does not know keep their null, so that the schema check reports them by name.
 * @param schema JSON Schema of the value.
 */
export function withoutNullFields(value: unknown, schema: unknown): unknown {
  const shape = schema as ObjectShape
  if (shape.anyOf !== undefined) {
    const branch = shape.anyOf.find((option) => 'properties' in (option as object) === isObject(value))
    return branch === undefined ? value : withoutNullFields(value, branch)
  }
  if (Array.isArray(value)) {
    return isObject(shape.items) ? value.map((item) => withoutNullFields(item, shape.items)) : value
  }
  if (!isObject(value) || shape.properties === undefined || Object.keys(shape.properties).length === 0) return value
  const { properties, required = [] } = shape
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || !Object.hasOwn(properties, name) || required.includes(name))
      .map(([name, member]) => [
        name,
        Object.hasOwn(properties, name) ? withoutNullFields(member, properties[name]) : member,
      ]),
  )
}

/** Returns a schema that also accepts null; a schema without a type already does. */
function nullable(schema: unknown): unknown {
  const { type, enum: choices, anyOf } = schema as ValueShape
  if (type === 'null') return schema
  return {
    ...(schema as object),
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(choices === undefined ? {} : { enum: [...choices, null] }),
    ...(anyOf === undefined ? {} : { anyOf: [...anyOf, { type: 'null' }] }),
  }
}

/**
 * Returns the schema of the values that `withoutNullFields` accepts: its optional fields may be null, at every depth.
 * @param schema JSON Schema of the values without null fields.
 */
export function withNullableFields(schema: unknown): unknown {
  const { properties, required = [], items, anyOf } = schema as ObjectShape
  const fields = Object.entries(properties ?? {}).map(([name, member]) => {
    const field = withNullableFields(member)
    return [name, required.includes(name) ? field : nullable(field)]
  })
  return {
    ...(schema as object),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) as object }),
    ...(isObject(items) ? { items: withNullableFields(items) } : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((option) => withNullableFields(option)) }),
  }
}
