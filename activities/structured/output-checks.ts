/** Compiled schemas, kept: the pages of a job share theirs. */
import { compileOutputSchema, type SchemaError } from '@seine/shared/api/output-schema.ts'

type Check = (value: unknown) => SchemaError[]

const checksKept = 8
const checks = new Map<string, Check>()

/** What tells where a value breaks a schema. @param schema as the caller gave it, without problems. */
export function outputCheck(schema: Record<string, unknown>): Check {
  const text = JSON.stringify(schema)
  const check = checks.get(text) ?? compileOutputSchema(schema)
  checks.delete(text)
  checks.set(text, check)
  const oldest = checks.keys().next()
  if (checks.size > checksKept && !oldest.done) checks.delete(oldest.value)
  return check
}
