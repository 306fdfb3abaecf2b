/**
 * The `schema` of a request as far as it is read on the spot: its size, and whether it is a shape that is
 * none. Everything else about a schema takes long enough to hold up a process and is left to a thread.
 */
import { jobLimits } from '../../config/limits.ts'
import { jsonWithin } from '../rules/json-size.ts'
import { isSchema, shapeProblems, type Schema, type SchemaProblem } from './output-shape.ts'

/** A schema that is still to be compiled. */
export interface PendingSchema {
  /** JSON pointer of it in the body, as the caller wrote that. */
  pointer: string
  /** The schema as JSON. */
  schema: string
}

/**
 * Reads a schema.
 * @param given an object of any size and depth that a request may have.
 * @returns the schema as JSON, or what is wrong with it at first sight.
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
