/** Resolves a place in a caller's schema: follows its references and merges its parts. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { schemaAt } from '@seine/shared/api/output-schema/output-schema-walk.ts'
import { fillLimits } from '../../limits/structured-limits.ts'
import type { JsonSchema } from '@seine/shared/pages/facts.ts'
import type { StepBudget } from './step-budget.ts'

export type SchemaObject = Readonly<Record<string, unknown>>

/** JSON types of a value. */
export type ValueType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

const referencesMax = 8
const alternativesMax = 8
const visitsMax = 64
const mergesMax = 3

/** The schema that references point into, and the budget for merging. */
interface Root {
  root: SchemaObject
  budget: StepBudget
}

const known = new WeakMap<object, SchemaObject[]>()

/**
 * Returns the alternative schemas that a value may satisfy, each without references and with `allOf` merged.
 * @param schema any place in the root.
 * @returns alternatives in the order of the schema; empty when no value is allowed.
 */
export function alternativesOf(page: Root, schema: unknown): readonly SchemaObject[] {
  if (!isObject(schema)) return schema === true ? [{}] : []
  const kept = known.get(schema)
  if (kept !== undefined) return kept
  const found: SchemaObject[] = []
  expand(page, schema, 0, { visits: visitsMax, found })
  known.set(schema, found)
  return found
}

/** Expands alternatives. References can expand a few places to a large tree, so visited places are counted. */
function expand(page: Root, schema: unknown, level: number, into: { visits: number; found: SchemaObject[] }): void {
  into.visits -= 1
  if (into.visits < 0 || level > referencesMax || into.found.length >= alternativesMax) return
  if (schema === true) into.found.push({})
  if (!isObject(schema)) return
  const merged = mergedSchema(page, schema, 0)
  const choices = merged['anyOf'] ?? merged['oneOf']
  if (!Array.isArray(choices) || choices.length === 0) {
    into.found.push(merged)
    return
  }
  const { anyOf: _any, oneOf: _one, ...rest } = merged
  const start = into.found.length
  for (const choice of choices.slice(0, alternativesMax)) expand(page, choice, level + 1, into)
  for (let at = start; at < into.found.length; at += 1) into.found[at] = mergeTwo(page, rest, into.found[at] ?? {})
}

function mergedSchema(page: Root, schema: SchemaObject, level: number): SchemaObject {
  const { $ref, allOf, ...own } = schema
  let merged: SchemaObject = own
  if (level > mergesMax || page.budget.isSpent) return merged
  if (typeof $ref === 'string') {
    const target = schemaAt(page.root, $ref)
    if (isObject(target)) merged = mergeTwo(page, mergedSchema(page, target, level + 1), own)
  }
  if (Array.isArray(allOf)) {
    for (const part of allOf.slice(0, alternativesMax)) {
      if (isObject(part)) merged = mergeTwo(page, mergedSchema(page, part, level + 1), merged)
    }
  }
  return merged
}

function mergeTwo({ budget }: Root, first: SchemaObject, second: SchemaObject): SchemaObject {
  const properties = { ...asObject(first['properties']), ...asObject(second['properties']) }
  const required = [...new Set([...asList(first['required']), ...asList(second['required'])])]
  budget.take(1 + (Object.keys(properties).length + required.length) / fillLimits.mergedNamesPerStep)
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

const asObject = (value: unknown): SchemaObject => (isObject(value) ? value : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the types that a schema allows; derived from its other keywords when it names none. */
export function typesOf(schema: SchemaObject): ValueType[] {
  const { type } = schema
  const types = Array.isArray(type) ? type : [type]
  const named = types.filter((each): each is ValueType => typeof each === 'string')
  if (schema['nullable'] === true && named.length > 0) return [...named, 'null']
  if (named.length > 0) return named
  if (isObject(schema['properties'])) return ['object']
  if (schema['items'] !== undefined || Array.isArray(schema['prefixItems'])) return ['array']
  if ('const' in schema) return constType(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].slice(0, 20).flatMap(constType)
  if ('minimum' in schema || 'maximum' in schema) return ['number']
  return ['string']
}

function constType(value: unknown): ValueType[] {
  if (value === null) return ['null']
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? [type] : []
}

/** Returns the properties of an object in the order of the schema. */
export const propertiesOf = (schema: SchemaObject): [string, unknown][] =>
  Object.entries(asObject(schema['properties']))

/** Returns the names of the required properties of a schema. */
export const requiredOf = (schema: SchemaObject): ReadonlySet<string> =>
  new Set(asList(schema['required']).filter((name) => typeof name === 'string'))

/** True when null satisfies one of the schemas. */
export const allowsNull = (alternatives: readonly SchemaObject[]): boolean =>
  alternatives.some((each) => typesOf(each).includes('null'))

/** Returns the title and description of a schema. */
export const wordsAbout = (schema: SchemaObject): { title: string; description: string } => ({
  title: typeof schema['title'] === 'string' ? schema['title'] : '',
  description: typeof schema['description'] === 'string' ? schema['description'] : '',
})

/** Returns the root schema, an empty one for `true`; null for `false`. */
export const rootOf = (schema: JsonSchema): SchemaObject | null =>
  schema === true ? {} : schema === false ? null : schema
