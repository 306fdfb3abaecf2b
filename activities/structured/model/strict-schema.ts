/**
 * Converts the caller's schema to the subset that servers accept for strict `json_schema` answers: every object closed,
 * every property required and nullable, structure only. Only the copy is sent; validation uses the caller's own schema.
 */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { Schema } from '@seine/shared/api/output-schema/output-shape.ts'

/** Name of the property that wraps a value which is not an object. */
export const wrapperName = 'value'
/** Name of the definition that replaces `#` when the root is wrapped. */
const rootName = 'seine_root'

/** Thrown inside this file when the subset cannot express the schema. */
class BeyondSubset extends Error {}

/**
 * Converts a schema.
 * @param schema of a caller, validated.
 * @returns null when the subset cannot express the same: free-form objects, tuples, several `allOf`.
 */
export function strictSchemaOf(schema: Schema): Schema | null {
  const definitions = { ...objectAt(schema, 'definitions'), ...objectAt(schema, '$defs') }
  try {
    const isWrapped = needsWrapper(schema)
    const copy = new Copy(isWrapped ? `#/$defs/${rootName}` : '#')
    const root = copy.of(schema)
    const copied = Object.entries(definitions).map(([name, each]) => [name, copy.of(each)] as const)
    const $defs = Object.fromEntries(isWrapped && copy.refersToRoot ? [...copied, [rootName, root]] : copied)
    const defined = Object.keys($defs).length === 0 ? {} : { $defs }
    return { ...(isWrapped ? closedObject([[wrapperName, withNull(root)]]) : root), ...defined }
  } catch (error) {
    if (error instanceof BeyondSubset) return null
    throw error
  }
}

const objectAt = (schema: Schema, name: string): Schema => {
  const value = schema[name]
  return isObject(value) ? value : {}
}

/** Whether the answer must be wrapped in an object: the schema does not guarantee that the value is one. */
export const needsWrapper = ({ type, properties, anyOf, oneOf, $ref }: Schema): boolean =>
  !(type === 'object' || (type === undefined && isObject(properties))) ||
  anyOf !== undefined ||
  oneOf !== undefined ||
  $ref !== undefined

const closedObject = (properties: (readonly [string, Schema])[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  required: properties.map(([name]) => name),
  additionalProperties: false,
})

/** Returns the schema with null allowed in addition. */
function withNull(schema: Schema): Schema {
  const { type, enum: choices, anyOf } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as unknown[]), { type: 'null' }] }
  // Servers accept no other keyword next to a reference.
  if (typeof schema['$ref'] === 'string') return { anyOf: [schema, { type: 'null' }] }
  const types = [type].flat()
  return {
    ...schema,
    ...(types.includes('null') ? {} : { type: [...types, 'null'] }),
    ...(Array.isArray(choices) && !choices.includes(null) ? { enum: [...(choices as unknown[]), null] } : {}),
  }
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function typesOf(schema: Schema): string[] {
  const { type, enum: choices, nullable } = schema
  const types = new Set(
    type === undefined
      ? isObject(schema['properties'])
        ? ['object']
        : isObject(schema['items'])
          ? ['array']
          : 'const' in schema
            ? [typeOf(schema['const'])]
            : Array.isArray(choices)
              ? choices.map(typeOf)
              : []
      : ([type].flat() as string[]),
  )
  if (nullable === true) types.add('null')
  if (types.size === 0) throw new BeyondSubset()
  return [...types]
}

class Copy {
  readonly #root: string
  refersToRoot = false

  constructor(root: string) {
    this.#root = root
  }

  /** Converts one schema, without definitions. */
  of(schema: unknown): Schema {
    if (!isObject(schema)) throw new BeyondSubset()
    const { allOf, anyOf, oneOf, $ref: reference, description } = schema
    const described = typeof description === 'string' ? { description } : {}
    if (typeof reference === 'string' && isObject(schema['properties'])) throw new BeyondSubset()
    if (typeof reference === 'string') return { $ref: this.#reference(reference) }
    if (Array.isArray(allOf)) {
      const { allOf: _one, ...rest } = schema
      const [only] = allOf as unknown[]
      if (allOf.length !== 1 || !isObject(only)) throw new BeyondSubset()
      return this.of({ ...rest, ...only, ...described })
    }
    const branches = [anyOf, oneOf].find((each) => Array.isArray(each))
    if (branches !== undefined) {
      if (isObject(schema['properties'])) throw new BeyondSubset()
      return { ...described, anyOf: (branches as unknown[]).map((each) => this.of(each)) }
    }
    return { ...described, ...this.#plain(schema) }
  }

  #reference(reference: string): string {
    if (reference === '#') {
      this.refersToRoot = true
      return this.#root
    }
    const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1]
    if (name === undefined) throw new BeyondSubset()
    return `#/$defs/${name}`
  }

  #plain(schema: Schema): Schema {
    const types = typesOf(schema)
    const { enum: choices, properties, items } = schema
    const type = types.length === 1 ? types[0] : types
    if (types.includes('object')) {
      const isOpen = isObject(schema['additionalProperties']) || isObject(schema['patternProperties'])
      if (types.some((each) => each !== 'object' && each !== 'null') || isOpen) throw new BeyondSubset()
      if (!isObject(properties) || Object.keys(properties).length === 0) throw new BeyondSubset()
      const members = Object.entries(properties).map(([name, each]) => [name, withNull(this.of(each))] as const)
      return { ...closedObject(members), type }
    }
    if (types.includes('array')) {
      if (types.some((each) => each !== 'array' && each !== 'null') || 'prefixItems' in schema) throw new BeyondSubset()
      return { type, items: this.of(items) }
    }
    return {
      type,
      ...(Array.isArray(choices) ? { enum: choices } : {}),
      ...('const' in schema ? { enum: [schema['const']] } : {}),
    }
  }
}
