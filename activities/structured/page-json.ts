/** Produces the `json` output of a page without a model: fills its schema from what the page states, and checks it. */
import { jsonWithin } from '@seine/shared/api/rules/json-size.ts'
import { outputSchemaOf } from '@seine/shared/api/output-schema/output-shape.ts'
import { fillLimits } from './limits/structured-limits.ts'
import type { JsonOutput, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { fillSchema } from './fill/fill-schema.ts'
import { notFilled } from './not-filled.ts'
import { outputCheck } from './output-checks.ts'

/**
 * Fills a schema.
 * @param schema as the caller gave it, valid.
 * @param valueMaxBytes size limit of the serialised value: a few facts may fill many fields.
 * @returns a null value when the page has nothing for the schema; missing required parts are listed in its errors.
 */
export function pageJson(schema: Record<string, unknown>, facts: StructuredFacts, valueMaxBytes: number): JsonOutput {
  const { value, sources } = fillSchema(outputSchemaOf(schema), facts)
  if (jsonWithin(value, valueMaxBytes) === null) return notFilled(`the value would exceed ${valueMaxBytes} bytes`)
  const errors = outputCheck(schema)(value)
  const reportedSources = Object.fromEntries(Object.entries(sources).slice(0, fillLimits.sourcesMax))
  return {
    value,
    report: { by: 'page', model: null, valid: errors.length === 0, errors, sources: reportedSources, usage: null },
  }
}
