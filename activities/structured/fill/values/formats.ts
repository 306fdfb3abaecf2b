/** Formats of JSON Schema that a text has or has not: nothing is made to fit them. */
import { outputFormat } from '@seine/shared/api/output-schema/output-schema.ts'

/** Longer texts are in no format that is told by its form. */
const textMaxCharacters = 2_000

/** @param format as a schema has it; one that is unknown says nothing (JSON Schema 2020-12 Validation, section 7). */
export function keepsToFormat(text: string, format: unknown): boolean {
  const check = typeof format === 'string' ? outputFormat(format) : null
  return check === null || (text.length <= textMaxCharacters && check(text))
}
