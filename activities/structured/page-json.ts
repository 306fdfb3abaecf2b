/** The `json` output of a page without a model: its schema filled from what the page states, and checked. */
import { jsonWithin } from '@seine/shared/api/rules/json-size.ts'
import { outputSchemaOf } from '@seine/shared/api/output-schema/output-shape.ts'
import { fillLimits } from '@seine/shared/config/json-limits.ts'
import type { JsonOutput, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { fillSchema } from './fill/fill-schema.ts'
import { outputCheck } from './output-checks.ts'

/**
 * Fills a schema.
 * @param schema as the caller gave it, without problems.
 * @param valueMaxBytes of the value, serialised: few statements may fill many fields.
 * @returns a null value where the page has nothing for it; a value that lacks required parts says so.
 */
export function pageJson(schema: Record<string, unknown>, facts: StructuredFacts, valueMaxBytes: number): JsonOutput {
  const { value, sources } = fillSchema(outputSchemaOf(schema), facts)
  if (jsonWithin(value, valueMaxBytes) === null) return notFilled(`the value would be over ${valueMaxBytes} bytes`)
  const errors = outputCheck(schema)(value)
  const told = Object.fromEntries(Object.entries(sources).slice(0, fillLimits.sourcesMax))
  return { value, report: { by: 'page', model: null, valid: errors.length === 0, errors, sources: told, usage: null } }
}

/** The output of a page that nothing is filled from. @param reason as the rest of a sentence. */
export const notFilled = (reason: string): JsonOutput => ({
  value: null,
  report: {
    by: 'page',
    model: null,
    valid: false,
    errors: [{ pointer: '', message: `was not filled: ${reason}` }],
    sources: {},
    usage: null,
  },
})
