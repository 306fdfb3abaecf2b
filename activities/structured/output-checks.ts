/**
 * Cache of compiled schemas: the pages of a job share theirs. Compiling takes long and is done only on killable
 * threads.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compileOutputSchema, type SchemaError } from '@seine/shared/api/output-schema/output-schema.ts'
import { compiledSchemaLimits } from './limits/structured-limits.ts'

type Check = (value: unknown) => SchemaError[]

interface KeptCheck {
  check: Check
  /** Length of the schema as JSON. */
  characters: number
}

const { kept: checksMax, keptMaxCharacters } = compiledSchemaLimits

/** By hash of the schema. A single schema is kept whatever its size. */
const checks = new LRUCache<string, KeptCheck>({
  max: checksMax,
  maxSize: keptMaxCharacters,
  sizeCalculation: ({ characters }) => Math.min(characters, keptMaxCharacters),
})

/** Returns a function that finds where a value breaks a schema. @param schema as the caller gave it, valid. */
export function outputCheck(schema: Record<string, unknown>): Check {
  const text = JSON.stringify(schema)
  const hash = createHash('sha256').update(text).digest('base64')
  const known = checks.get(hash)
  if (known !== undefined) return known.check
  const check = compileOutputSchema(schema)
  checks.set(hash, { check, characters: text.length })
  return check
}
