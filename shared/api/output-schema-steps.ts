/**
 * Counts what it costs to check a value against a caller's schema. References make much out of little: a
 * schema of a few hundred bytes may ask 2^28 times whether a value keeps to it.
 */
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { outputSchemaLimits } from '../config/json-limits.ts'
import { patternSteps } from '../url/pattern-cost.ts'
import { isObject } from './json-object.ts'
import { schemaAt, subschemasOf } from './output-schema-walk.ts'
import type { Schema } from './output-shape.ts'

/** Stands in every schema; its value is what the schema costs. */
const stepsKeyword = 'x-seine-steps'

/** Members of an `enum` that are compared in one step. */
const membersPerStep = 20
/** Steps of patterns, each taken at every character, that are one step. */
const patternStepsPerStep = 1_000

/** What a schema costs, whatever the value is, and for each character that its patterns are run over. */
interface Cost {
  steps: number
  stepsPerCharacter: number
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
    ajv.addKeyword({
      keyword: stepsKeyword,
      before: '$ref',
      errors: false,
      validate: ({ steps, stepsPerCharacter }: Cost, value: unknown) => {
        this.#left -= steps + (stepsPerCharacter === 0 ? 0 : stepsPerCharacter * charactersOf(value))
        if (this.#left < 0) throw new TooManyStepsError()
        return true
      },
    })
  }

  /** Begins another check. */
  begin(): void {
    this.#left = outputSchemaLimits.checkStepsMax
  }
}

/** A copy of a schema in which every schema says what it costs. */
export function countedSchema(given: Schema): Schema {
  const root = structuredClone(given)
  const seen = new Set<Schema>()
  const pending: unknown[] = [root]
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isObject(schema) || seen.has(schema)) continue
    seen.add(schema)
    for (const below of subschemasOf(schema)) pending.push(below.schema)
    if (typeof schema['$ref'] === 'string') pending.push(schemaAt(root, schema['$ref']))
    schema[stepsKeyword] = costOf(schema)
  }
  return root
}

function costOf({ required, enum: members, pattern, patternProperties }: Schema): Cost {
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : []
  if (typeof pattern === 'string') patterns.push(pattern)
  return {
    steps:
      1 +
      (Array.isArray(required) ? required.length : 0) +
      (Array.isArray(members) ? members.length / membersPerStep : 0),
    stepsPerCharacter: patterns.reduce((sum, each) => sum + patternSteps(each), 0) / patternStepsPerStep,
  }
}

/** What patterns are run over: a text, or the names of an object. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return isObject(value) ? Object.keys(value).reduce((sum, name) => sum + name.length, 0) : 0
}
