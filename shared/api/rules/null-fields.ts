/**
 * `null` on an optional field means omitted: such fields are dropped before anything is checked, and
 * the API description says that they may be null.
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
 * A copy of `value` without the optional fields that are null, at every depth the schema describes.
 * Required fields and fields the schema does not know keep their null, to be refused by name.
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

/** A schema that lets null pass as well; one without a type does so already. */
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
 * The schema of the values that `withoutNullFields` takes: its optional fields may be null, at every depth.
 * @param schema JSON Schema of what becomes of them.
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
