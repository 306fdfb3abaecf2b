/** Compiles callers' schemas on a thread before a request is accepted. */
import { SchemaThreadsBusyError } from '@seine/activities/structured/schemas/schema-threads.ts'
import type { SchemaVerdicts } from '@seine/activities/structured/schemas/schema-verdicts.ts'
import { SchemaTooComplexError } from '@seine/activities/structured/schemas/schema-worker.ts'
import type { PendingSchema } from '@seine/shared/api/output-schema/given-schema.ts'
import { ProblemList } from '@seine/shared/api/rules/problem-list.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { schemaThreadLimits } from '@seine/shared/config/schema-thread-limits.ts'
import { ApiError } from '../http/api-error.ts'

export interface SchemaCheckPorts {
  schemas: Pick<SchemaVerdicts, 'problems' | 'patternProblems'>
}

/**
 * Waits for a check on a thread.
 * @returns null when it took too much time or memory.
 * @throws ApiError `schema_busy` when too many schemas and patterns wait; Error when there is no thread.
 */
export async function onSchemaThread<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof SchemaThreadsBusyError) {
      const { retryAfterSecs } = schemaThreadLimits
      throw new ApiError('schema_busy', 'too many schemas of this tenant are being checked', {
        retryAfterSecs,
        cause: error,
      })
    }
    if (!(error instanceof SchemaTooComplexError)) throw error
    return null
  }
}

/**
 * Finds what is wrong with the schema of a request.
 * @param pending the schema; null or absent when the request has none that needs a check.
 * @param tenant tenant of the request.
 * @returns the problems, with pointers into the body.
 * @throws the errors of `onSchemaThread`.
 */
export async function schemaErrors(
  pending: PendingSchema | null | undefined,
  tenant: string,
  { schemas }: SchemaCheckPorts,
): Promise<FieldProblem[]> {
  if (pending == null) return []
  const list = new ProblemList()
  const found = await onSchemaThread(async () => await schemas.problems(pending.schema, tenant))
  if (found === null) list.addAsGiven(pending.pointer, 'schema_too_complex', 'takes too much time or memory to compile')
  for (const { pointer, rule } of found ?? [])
    list.addAsGiven(`${pending.pointer}${pointer}`, 'validation_failed', rule)
  return list.problems
}
