/** Checks values against a JSON Schema, for tests. */
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true, uri: true } })

/**
 * Checks a value after serialising it as JSON.
 * @returns the violations, one text each; empty if none exist.
 */
export function schemaErrors(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema as AnySchema)
  if (validate(JSON.parse(JSON.stringify(value))) === true) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
}
