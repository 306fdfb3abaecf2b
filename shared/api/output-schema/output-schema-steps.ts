/**
 * Counts what it costs to check a value against a caller's schema. References make much out of little: a
 * schema of a few hundred bytes may ask 2^28 times whether a value keeps to it. A step takes about a
 * microsecond, and no step makes more than a few errors.
 */
import { _, type Ajv2020 } from 'ajv/dist/2020.js'
import { outputSchemaLimits } from '../../config/json-limits.ts'
import { patternSteps } from '../../urls/pattern-cost.ts'
import { isObject } from '../rules/json-object.ts'
import { canonicalReference, schemaAt, subschemasOf } from './output-schema-walk.ts'
import { listKeywords, type Schema } from './output-shape.ts'

/** Stands in every schema; its value is what the schema costs. */
const stepsKeyword = 'x-seine-steps'

/** Keywords of one schema that are looked at in one step. */
const keywordsPerStep = 2
/** Members of an `enum` that are compared in one step, and characters of those that are objects or lists. */
const membersPerStep = 20
const memberCharactersPerStep = 100
/** Steps of patterns, each taken at every character, that are one step. */
const patternStepsPerStep = 20
/** Characters of a text that are counted, or held against a format, in one step. */
const lengthCharactersPerStep = 300
const formatCharactersPerStep = 100
/** The same of the format `url`, of the square of the length. */
const urlSquarePerStep = 800

/** Keywords that go through all names of an object, and through all items of a list. */
const memberKeywords = [
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
]
const itemKeywords = ['items', 'additionalItems', 'contains', 'unevaluatedItems']

/** What a schema costs: whatever the value is, for each part of it, and for its characters. */
interface Cost {
  steps: number
  stepsPerMember: number
  stepsPerItem: number
  /** Of a text. */
  stepsPerCharacter: number
  stepsPerSquare: number
  /** Of the names of an object. */
  stepsPerNameCharacter: number
}

/** Checking a value has cost more than it may. */
export class TooManyStepsError extends Error {
  override readonly name = 'TooManyStepsError'
}

/** The steps that are left of one check. */
export class CheckSteps {
  #left = 0

  /** Has a validator count. */
  countIn(ajv: Ajv2020): void {
    const costs: Cost[] = []
    const count = (index: number, value: unknown): void => this.take(stepsFor(costs[index]!, value))
    ajv.addKeyword({
      keyword: stepsKeyword,
      before: '$ref',
      // A line of code of its own, and one reference for all: ajv takes the square of the number of references.
      code: ({ gen, schema, data }) => {
        const counter = gen.scopeValue('keyword', { ref: count })
        gen.code(_`${counter}(${costs.push(schema as Cost) - 1}, ${data})`)
      },
    })
  }

  /** @throws TooManyStepsError when fewer are left. */
  take(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooManyStepsError()
  }

  /** Begins another check. */
  begin(): void {
    this.#left = outputSchemaLimits.checkStepsMax
  }
}

function stepsFor(cost: Cost, value: unknown): number {
  if (typeof value === 'string') {
    const { length } = value
    return cost.steps + cost.stepsPerCharacter * length + cost.stepsPerSquare * length * length
  }
  if (Array.isArray(value)) return cost.steps + cost.stepsPerItem * value.length
  if (!isObject(value) || (cost.stepsPerMember === 0 && cost.stepsPerNameCharacter === 0)) return cost.steps
  const names = Object.keys(value)
  const ofNames = cost.stepsPerMember * names.length
  if (cost.stepsPerNameCharacter === 0) return cost.steps + ofNames
  const characters = names.reduce((sum, name) => sum + name.length, 0)
  return cost.steps + ofNames + cost.stepsPerNameCharacter * characters
}

/**
 * A copy of a schema in which every schema says what it costs and every reference has one spelling.
 * @param given without problems.
 */
export function countedSchema(given: Schema): Schema {
  const root = structuredClone(given)
  const seen = new Set<Schema>()
  const pending: unknown[] = [root]
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isObject(schema) || seen.has(schema)) continue
    seen.add(schema)
    for (const below of subschemasOf(schema)) pending.push(below.schema)
    if (typeof schema['$ref'] === 'string') {
      pending.push(schemaAt(root, schema['$ref']))
      schema['$ref'] = canonicalReference(schema['$ref'])
    }
    schema[stepsKeyword] = costOf(schema)
  }
  return root
}

function costOf(schema: Schema): Cost {
  const { pattern, patternProperties, format } = schema
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : []
  const used = (keywords: readonly string[]): number => keywords.filter((keyword) => keyword in schema).length
  const isLength = 'minLength' in schema || 'maxLength' in schema
  return {
    steps: 1 + Object.keys(schema).length / keywordsPerStep + listed(schema) + membersOf(schema),
    stepsPerMember: used(memberKeywords) + names.length,
    stepsPerItem: used(itemKeywords),
    stepsPerCharacter:
      (typeof pattern === 'string' ? patternSteps(pattern) / patternStepsPerStep : 0) +
      (isLength ? 1 / lengthCharactersPerStep : 0) +
      (format === undefined ? 0 : 1 / formatCharactersPerStep),
    stepsPerSquare: format === 'url' ? 1 / urlSquarePerStep : 0,
    stepsPerNameCharacter: names.reduce((sum, each) => sum + patternSteps(each), 0) / patternStepsPerStep,
  }
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
const namesOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : [])

/** Names and schemas that are listed in a schema: each may be asked for, and each may be an error. */
function listed(schema: Schema): number {
  let count = lengthOf(schema['required'])
  for (const keyword of listKeywords) count += lengthOf(schema[keyword])
  for (const keyword of ['properties', 'dependentSchemas']) count += namesOf(schema[keyword]).length
  for (const keyword of ['dependentRequired', 'dependencies']) {
    const asked = schema[keyword]
    if (isObject(asked)) for (const names of Object.values(asked)) count += 1 + lengthOf(names)
  }
  return count
}

/** What it costs to compare a value with those that are allowed. */
function membersOf({ enum: members, const: only }: Schema): number {
  const allowed: unknown[] = [...(Array.isArray(members) ? (members as unknown[]) : []), only]
  const holders = allowed.filter((member) => typeof member === 'object' && member !== null)
  const characters = holders.length === 0 ? 0 : JSON.stringify(holders).length
  return (allowed.length - 1) / membersPerStep + characters / memberCharactersPerStep
}
