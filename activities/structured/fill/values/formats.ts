/** Checks texts against JSON Schema formats; texts are not changed to fit. */
import { outputFormat } from '@seine/shared/api/output-schema/output-schema.ts'

/** Longer texts satisfy no format that is recognised by its form. */
const textMaxCharacters = 2_000

/**
 * Whether a text satisfies a format. @param format of a schema; an unknown one is ignored (JSON Schema 2020-12
 * Validation, section 7).
 */
export function keepsToFormat(text: string, format: unknown): boolean {
  const check = typeof format === 'string' ? outputFormat(format) : null
  return check === null || (text.length <= textMaxCharacters && check(text))
}
