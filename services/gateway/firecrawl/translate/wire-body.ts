/** Reads the body of a request: an object whose fields are known, of the right type, or part of what is refused. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { withoutNullFields } from '@seine/shared/api/rules/null-fields.ts'
import { fieldName, ProblemList } from '@seine/shared/api/rules/problem-list.ts'
import { readBody } from '@seine/shared/api/rules/request-body.ts'
import { compileSchema } from '@seine/shared/api/rules/validate.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { Type, type TSchema } from 'typebox'
import type { Translation } from './translation.ts'

/** Fields that SDKs add to say who calls; they change nothing. */
const callerFields = { origin: Type.Optional(Type.Unknown()), integration: Type.Optional(Type.Unknown()) }

/** Values that switch an option off, so that it may be given although the service does not have it. */
const isOff = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0)

/** Options that the service does not have, and why, or what to use instead. */
export type LackingOptions = Readonly<Record<string, string>>

/** Refuses options that the service does not have. @param at prefix of their names. */
export function refuseLacking(
  given: Record<string, unknown>,
  lacking: LackingOptions,
  notes: Translation,
  at = '',
): void {
  for (const [name, why] of Object.entries(lacking)) {
    if (Object.hasOwn(given, name) && !isOff(given[name])) notes.lacks(`${at}${name}`, why)
  }
}

/** Returns schemas that accept any value, for fields that are checked elsewhere. */
export const anyValues = (names: Iterable<string>): Record<string, TSchema> =>
  Object.fromEntries([...names].map((name) => [name, Type.Optional(Type.Unknown())]))

function report(errors: readonly FieldProblem[], notes: Translation): void {
  for (const { pointer, message } of errors) {
    notes.problems.push({ code: 'BAD_REQUEST', field: fieldName(pointer).replaceAll('`', ''), message })
  }
}

/** Reads a body. Null is returned when it is no object; the fields of a body with other problems are returned. */
export type WireBodyReader = (given: unknown, notes: Translation) => Record<string, unknown> | null

/**
 * Compiles a reader. It reports unknown fields and wrong types, and drops fields that are null or name the caller.
 * @param fields schema per field.
 */
export function wireBodyReader(fields: Record<string, TSchema>): WireBodyReader {
  const schema = Type.Object({ ...fields, ...callerFields }, { additionalProperties: false })
  const check = compileSchema(schema)
  return (given, notes) => {
    const read = readBody(given)
    if (!read.ok) {
      report(read.errors, notes)
      return null
    }
    const list = new ProblemList()
    const body = withoutNullFields(read.body, schema)
    check(body, list)
    report(list.problems, notes)
    if (!isObject(body)) return null
    const { origin: _origin, integration: _integration, ...rest } = body
    return rest
  }
}
