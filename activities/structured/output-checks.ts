/**
 * Cache of compiled schemas: the pages of a job share theirs. Compiling takes long and is done only on killable
 * threads.
 */
import { createHash } from 'node:crypto'
import { compileOutputSchema, type SchemaError } from '@seine/shared/api/output-schema/output-schema.ts'
import { compiledSchemaLimits } from '@seine/shared/config/json-limits.ts'

type Check = (value: unknown) => SchemaError[]

interface KeptCheck {
  check: Check
  /** Length of the schema as JSON. */
  characters: number
}

/** By hash of the schema, most recently used last. */
const checks = new Map<string, KeptCheck>()
let keptCharacters = 0

/** Returns a function that finds where a value breaks a schema. @param schema as the caller gave it, valid. */
export function outputCheck(schema: Record<string, unknown>): Check {
  const text = JSON.stringify(schema)
  const hash = createHash('sha256').update(text).digest('base64')
  const known = checks.get(hash)
  const kept = known ?? { check: compileOutputSchema(schema), characters: text.length }
  checks.delete(hash)
  checks.set(hash, kept)
  if (known === undefined) keptCharacters += kept.characters
  for (const [oldest, { characters }] of checks) {
    const isWithin =
      checks.size <= compiledSchemaLimits.kept && keptCharacters <= compiledSchemaLimits.keptMaxCharacters
    if (isWithin || oldest === hash) break
    checks.delete(oldest)
    keptCharacters -= characters
  }
  return kept.check
}
