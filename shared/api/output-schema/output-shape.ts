/**
 * Shapes: a lenient notation for the `schema` of the `json` output that gives only the names and types of fields:
 * `{"title": "string", "tags": ["string"], "author": {"name": "string"}}`.
 */
import { outputSchemaLimits } from './output-schema-limits.ts'
import { isObject } from '../rules/json-object.ts'
import { problemSegment } from '../rules/problem-list.ts'

/** A problem with a schema. */
export interface SchemaProblem {
  /** JSON pointer into the schema. */
  pointer: string
  /** The violated rule, as the end of a sentence that begins with the field. */
  rule: string
}

export type Schema = Record<string, unknown>

/** Keywords whose value is a list of schemas. */
export const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

/** Keywords that mark a schema when their value is an object or a list; a field of a shape may have any other name. */
const tellingKeywords = ['$defs', 'definitions', 'properties', ...listKeywords, 'enum', 'not', 'if']

/** Keywords that a schema may have in addition to `type`. */
const otherKeywords = new Set([
  ...tellingKeywords,
  ...'items required additionalProperties patternProperties propertyNames contains then else'.split(' '),
  ...'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format'.split(' '),
  ...'minItems maxItems uniqueItems minProperties maxProperties default examples example nullable'.split(' '),
  ...'$comment $anchor deprecated readOnly writeOnly'.split(' '),
])

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** Type names allowed in a shape, and the schema each stands for. */
const shapeTypes: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  text: { type: 'string' },
  number: { type: 'number' },
  float: { type: 'number' },
  integer: { type: 'integer' },
  int: { type: 'integer' },
  boolean: { type: 'boolean' },
  bool: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  url: { type: 'string', format: 'uri' },
  uri: { type: 'string', format: 'uri' },
  email: { type: 'string', format: 'email' },
}

const namesType = (type: unknown): boolean =>
  typeof type === 'string' ? typeNames.has(type) : Array.isArray(type) && type.length > 0 && type.every(namesType)

const isShapeType = (value: unknown): boolean =>
  typeof value === 'string' && Object.hasOwn(shapeTypes, value.toLowerCase())

/**
 * Returns true for a schema, which a keyword identifies; `{"type": "string", "title": "string"}` is a shape with two
 * fields.
 */
export function isSchema(given: Schema): boolean {
  if (tellingKeywords.some((keyword) => isObject(given[keyword]) || Array.isArray(given[keyword]))) return true
  if ('const' in given || ['$ref', '$schema', '$id'].some((keyword) => typeof given[keyword] === 'string')) return true
  const { type, title, description, ...others } = given
  if (!namesType(type) || isShapeType(title) || isShapeType(description)) return false
  return Object.keys(others).every((keyword) => otherKeywords.has(keyword))
}

/**
 * Returns the schema that the `schema` of a caller stands for.
 * @param given a value that `outputSchemaProblems` accepted.
 * @returns the schema itself, or that of a shape: every field allowed, none required.
 */
export const outputSchemaOf = (given: Schema): Schema => (isSchema(given) ? given : schemaOfShape(given))

function schemaOfShape(shape: unknown): Schema {
  if (typeof shape === 'string') return shapeTypes[shape.toLowerCase()] ?? {}
  if (Array.isArray(shape)) return { type: 'array', items: shape.length === 0 ? {} : schemaOfShape(shape[0]) }
  const fields = Object.entries(shape as Schema).map(([name, field]) => [name, schemaOfNested(field)] as const)
  return { type: 'object', properties: Object.fromEntries(fields) }
}

/** Converts a field of a shape, which may itself be a schema. */
const schemaOfNested = (field: unknown): Schema => (isObject(field) && isSchema(field) ? field : schemaOfShape(field))

/**
 * Validates a shape.
 * @param pointer JSON pointer to the shape within the whole `schema`.
 */
export function shapeProblems(shape: unknown, pointer: string, level: number): SchemaProblem[] {
  const tooDeep = { pointer, rule: `is nested too deep: ${outputSchemaLimits.levelsMax} levels are allowed` }
  if (level > outputSchemaLimits.levelsMax) return [tooDeep]
  if (typeof shape === 'string') {
    if (Object.hasOwn(shapeTypes, shape.toLowerCase())) return []
    return [{ pointer, rule: `must be a type of a shape: ${Object.keys(shapeTypes).join(', ')}` }]
  }
  if (Array.isArray(shape)) {
    if (shape.length <= 1) return shape.flatMap((item) => nestedProblems(item, `${pointer}/0`, level + 1))
    return [{ pointer, rule: 'must have one entry in a shape: what every item looks like' }]
  }
  if (!isObject(shape)) {
    return [
      {
        pointer,
        rule: 'must be the name of a type, a list with one entry or an object: this is neither a JSON Schema nor a shape',
      },
    ]
  }
  return Object.entries(shape).flatMap(([name, field]) =>
    nestedProblems(field, `${pointer}/${problemSegment(name)}`, level + 1),
  )
}

const nestedProblems = (field: unknown, pointer: string, level: number): SchemaProblem[] =>
  isObject(field) && isSchema(field) ? [] : shapeProblems(field, pointer, level)
