/**
 * Counts the cost of checking a value against the schema of a caller. References multiply the work: a schema of a few
 * hundred bytes may require 2^28 checks of a value. A step takes about a microsecond and produces at most a few
 * errors.
 */
import { _, type Ajv2020 } from 'ajv/dist/2020.js'
import { outputSchemaLimits } from './output-schema-limits.ts'
import { patternSteps } from '../../urls/pattern-cost.ts'
import { isObject } from '../rules/json-object.ts'
import { canonicalReference, schemaAt, subschemasOf } from './output-schema-walk.ts'
import { listKeywords, type Schema } from './output-shape.ts'

/** Keyword added to every schema; its value is the cost of that schema. */
const stepsKeyword = 'x-seine-steps'

/** Keywords of one schema that are evaluated in one step. */
const keywordsPerStep = 2
/**
 * Members of an `enum` compared in one step, and characters compared in one step for members that are objects or
 * lists.
 */
const membersPerStep = 20
const memberCharactersPerStep = 100
/** Steps of a pattern, each taken at every character, that count as one step. */
const patternStepsPerStep = 20
/** Characters of a text whose length is counted, or that are checked against a format, in one step. */
const lengthCharactersPerStep = 300
const formatCharactersPerStep = 100
/** For the format `url`, the square of the length that counts as one step. */
const urlSquarePerStep = 800

/** Keywords that visit all names of an object, and keywords that visit all items of a list. */
const memberKeywords = [
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
]
const itemKeywords = ['items', 'additionalItems', 'contains', 'unevaluatedItems']

/** Cost of a schema: a fixed part, and parts per member, item and character of the value. */
interface Cost {
  steps: number
  stepsPerMember: number
  stepsPerItem: number
  /** Per character of a text. */
  stepsPerCharacter: number
  stepsPerSquare: number
  /** Per character of the names of an object. */
  stepsPerNameCharacter: number
}

/** Thrown when checking a value takes more steps than allowed. */
export class TooManyStepsError extends Error {
  override readonly name = 'TooManyStepsError'
}

/** Counts down the steps of one check. */
export class CheckSteps {
  #left = 0

  /** Adds the keyword that counts steps to a validator. */
  countIn(ajv: Ajv2020): void {
    const costs: Cost[] = []
    const count = (index: number, value: unknown): void => this.take(stepsFor(costs[index]!, value))
    ajv.addKeyword({
      keyword: stepsKeyword,
      before: '$ref',
      // One statement per schema and one shared reference: the time ajv takes grows with the square of the references.
      code: ({ gen, schema, data }) => {
        const counter = gen.scopeValue('keyword', { ref: count })
        gen.code(_`${counter}(${costs.push(schema as Cost) - 1}, ${data})`)
      },
    })
  }

  /**
   * Deducts steps.
   * @throws TooManyStepsError when fewer steps are left.
   */
  take(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooManyStepsError()
  }

  /** Resets the steps for another check. */
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
 * Returns a copy of a schema in which every schema states its cost, and references to one place are spelled alike.
 * @param given a schema without problems.
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

/** Counts names and schemas listed in a schema: each may have to be checked, and each may produce an error. */
function listed(schema: Schema): number {
  let count = lengthOf(schema['required'])
  for (const keyword of listKeywords) count += lengthOf(schema[keyword])
  for (const keyword of ['properties', 'dependentSchemas']) count += namesOf(schema[keyword]).length
  for (const keyword of ['dependentRequired', 'dependencies']) {
    const dependents = schema[keyword]
    if (isObject(dependents)) for (const names of Object.values(dependents)) count += 1 + lengthOf(names)
  }
  return count
}

/** Returns the cost of comparing a value with the values of `enum` and `const`. */
function membersOf({ enum: members, const: only }: Schema): number {
  const allowed: unknown[] = [...(Array.isArray(members) ? (members as unknown[]) : []), only]
  const holders = allowed.filter((member) => typeof member === 'object' && member !== null)
  const characters = holders.length === 0 ? 0 : JSON.stringify(holders).length
  return (allowed.length - 1) / membersPerStep + characters / memberCharactersPerStep
}
