/**
 * Checks the parts of the `schema` of a request that are cheap to check: its size, and whether a shape is valid.
 * Everything else takes long enough to block the event loop and is left to a thread.
 */
import { jobLimits } from '../../config/limits.ts'
import { jsonWithin } from '../rules/json-size.ts'
import { isSchema, shapeProblems, type Schema, type SchemaProblem } from './output-shape.ts'

/** A schema that still has to be compiled. */
export interface PendingSchema {
  /** JSON pointer to the schema in the body, as the caller wrote it. */
  pointer: string
  /** The schema as JSON. */
  schema: string
}

/**
 * Runs the cheap checks of a schema.
 * @param given an object within the size and depth limits of a request.
 * @returns the schema as JSON, or the problems found by these checks.
 */
export function readSchema(given: Schema): { ok: true; schema: string } | { ok: false; problems: SchemaProblem[] } {
  const schema = jsonWithin(given, jobLimits.schemaMaxBytes)
  if (schema === null) return refused(`must have at most ${jobLimits.schemaMaxBytes} bytes serialised`)
  if (Object.keys(given).length === 0) {
    return refused('must be a JSON Schema, or a shape such as {"title": "string"}: it is empty')
  }
  const problems = isSchema(given) ? [] : shapeProblems(given, '', 1)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, schema }
}

const refused = (rule: string): { ok: false; problems: SchemaProblem[] } => ({
  ok: false,
  problems: [{ pointer: '', rule }],
})
