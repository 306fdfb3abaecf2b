/**
 * Checks a value against a schema that ajv (JSON Schema 2020-12) compiles at its first use, and reports every violation
 * in words that help the caller to correct it.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { problemSegment, type ProblemList } from './problem-list.ts'
import { unknownFieldRule } from './spelling.ts'
import { constantSchemas } from '../../values/constant-schemas.ts'
import { once } from '../../values/once.ts'

interface SchemaFacts {
  type?: string
  minimum?: number
  maximum?: number
  enum?: unknown[]
  anyOf?: SchemaFacts[]
  properties?: Record<string, unknown>
}

const articles: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const typeName = (type: string | undefined): string => articles[type ?? ''] ?? 'a value of another type'

function range(schema: SchemaFacts): string {
  const { minimum, maximum } = schema
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? ` from ${minimum} to ${maximum}`
      : minimum !== undefined
        ? ` of at least ${minimum}`
        : maximum !== undefined
          ? ` of at most ${maximum}`
          : ''
  return `must be ${typeName(schema.type)}${bounds}`
}

const params = (error: ErrorObject): Record<string, unknown> => error.params as Record<string, unknown>

/** Rules whose text needs only the limit of the violated keyword. */
const limitRules: Record<string, (limit: string) => string> = {
  minLength: (limit) => (limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => (limit === '1' ? 'must have at least one entry' : `must have at least ${limit} entries`),
  maxItems: (limit) => `must have at most ${limit} entries`,
  minProperties: (limit) => (limit === '1' ? 'must have at least one member' : `must have at least ${limit} members`),
  maxProperties: (limit) => `must have at most ${limit} members`,
}

function ruleOf(error: ErrorObject): string {
  const schema = (error.parentSchema ?? {}) as SchemaFacts
  const limitRule = limitRules[error.keyword]
  if (limitRule !== undefined) return limitRule(String(params(error)['limit']))
  switch (error.keyword) {
    case 'type':
    case 'minimum':
    case 'maximum':
      return range(schema)
    case 'enum':
      return `must be one of ${(schema.enum ?? []).map((value) => `\`${String(value)}\``).join(', ')}`
    case 'anyOf':
      return `must be ${(schema.anyOf ?? []).map((option) => typeName(option.type)).join(' or ')}`
    case 'pattern':
      return `must match ${String(params(error)['pattern'])}`
    default:
      return error.message ?? 'is invalid'
  }
}

const isBelow = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`)

const belongsTo = (error: ErrorObject, union: ErrorObject): boolean =>
  isBelow(error.instancePath, union.instancePath) && isBelow(error.schemaPath, union.schemaPath)

/** Returns what to report for a union: the errors of the only branch whose type fits, otherwise the union itself. */
function resolveUnion(union: ErrorObject, members: readonly ErrorObject[]): readonly ErrorObject[] {
  const branchOf = (error: ErrorObject): string =>
    error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0] ?? ''
  const wrongType = new Set(
    members
      .filter((error) => error.keyword === 'type' && error.instancePath === union.instancePath)
      .map((error) => branchOf(error)),
  )
  const fitting = members.filter((error) => !wrongType.has(branchOf(error)))
  return new Set(fitting.map((error) => branchOf(error))).size === 1 ? fitting : [union]
}

/**
 * Reduces the errors of each union to those of the branch that the value was meant for. The errors of the branches
 * directly precede the error of their union, so that one pass from the front is enough.
 */
function resolveUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = []
  for (const error of errors) {
    if (error.keyword !== 'anyOf') {
      kept.push(error)
      continue
    }
    const first = kept.findLastIndex((each) => !belongsTo(each, error)) + 1
    kept.push(...resolveUnion(error, kept.splice(first)))
  }
  return kept
}

/** Names of fields that callers may write at a pointer, for schemas that know them under canonical names only. */
export type WrittenNames = Readonly<Record<string, readonly string[]>>

function report(error: ErrorObject, list: ProblemList, written: WrittenNames): void {
  const { instancePath, keyword } = error
  if (keyword === 'required') {
    const name = String(params(error)['missingProperty'])
    list.add(`${instancePath}/${problemSegment(name)}`, 'validation_failed', 'is required')
  } else if (keyword === 'additionalProperties') {
    const name = String(params(error)['additionalProperty'])
    const known = written[instancePath] ?? Object.keys(((error.parentSchema ?? {}) as SchemaFacts).properties ?? {})
    list.add(`${instancePath}/${problemSegment(name)}`, 'unknown_field', unknownFieldRule(name, known))
  } else {
    list.add(instancePath, 'validation_failed', ruleOf(error), error.data)
  }
}

/** Adds every violation of the schema to the list. */
export type SchemaCheck = (value: unknown, list: ProblemList) => void

/** One for all schemas: an instance of its own would compile the schema of schemas once more. */
const ajv = new Ajv2020({ ...constantSchemas, allErrors: true, verbose: true, strict: true })

/**
 * Returns the check of a schema, which is compiled when the first value is checked: the schemas of all routes take
 * most of a second of CPU, and no process needs all of them at its start.
 * @param written names that messages about unknown fields suggest, by pointer. @default the names of the schema
 * @returns a check that reports all violations and does not modify the value.
 */
export function compileSchema(schema: TSchema, written: WrittenNames = {}): SchemaCheck {
  const compiled = once(() => ajv.compile(schema))
  return (value, list) => {
    const validate = compiled()
    if (validate(value)) return
    const errors = (validate.errors ?? []).slice(0, requestLimits.schemaErrorsMax)
    for (const error of resolveUnions(errors)) {
      if (list.full) return
      report(error, list, written)
    }
  }
}
