/** Callers' schemas, compiled on a thread before a request is taken. */
import { SchemaThreadsBusyError } from '@seine/activities/structured/schemas/schema-threads.ts'
import type { SchemaVerdicts } from '@seine/activities/structured/schemas/schema-verdicts.ts'
import { SchemaTooComplexError } from '@seine/activities/structured/schemas/schema-worker.ts'
import type { PendingSchema } from '@seine/shared/api/output-schema/given-schema.ts'
import { ProblemList } from '@seine/shared/api/rules/problem-list.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { schemaThreadLimits } from '@seine/shared/config/json-limits.ts'
import { ApiError } from '../http/api-error.ts'

export interface SchemaCheckPorts {
  schemas: Pick<SchemaVerdicts, 'problems' | 'patternProblems'>
}

/**
 * Waits for what is found on a thread.
 * @returns null when it took too much time or memory.
 * @throws ApiError `schema_busy` when too many schemas and patterns wait; Error when there is no thread.
 */
export async function onSchemaThread<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof SchemaThreadsBusyError) {
      const { retryAfterSecs } = schemaThreadLimits
      throw new ApiError('schema_busy', 'too many schemas of yours are being read', { retryAfterSecs, cause: error })
    }
    if (!(error instanceof SchemaTooComplexError)) throw error
    return null
  }
}

/**
 * Finds what is wrong with the schema of a request.
 * @param pending null or absent where the request has none that is worth a look.
 * @param tenant whose request it is.
 * @returns the problems by their pointers into the body.
 * @throws as `onSchemaThread` does.
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
