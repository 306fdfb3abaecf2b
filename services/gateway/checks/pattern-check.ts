/** Compiles callers' path patterns that may be expensive on a thread before a request is accepted. */
import { addPathPatternProblems, type PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import { ProblemList } from '@seine/shared/api/rules/problem-list.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { onSchemaThread, type SchemaCheckPorts } from './schema-check.ts'

/**
 * Finds what is wrong with the path patterns of a request.
 * @param pending the patterns; null or absent when they were checked while the request was read.
 * @param tenant tenant of the request.
 * @returns the problems, with pointers into the body.
 * @throws ApiError `schema_busy` when too many schemas and patterns wait; Error when there is no thread.
 */
export async function patternErrors(
  pending: PathPatterns | null | undefined,
  tenant: string,
  { schemas }: SchemaCheckPorts,
): Promise<FieldProblem[]> {
  if (pending == null) return []
  const list = new ProblemList()
  const problems = await onSchemaThread(async () => await schemas.patternProblems(pending, tenant))
  if (problems === null) {
    const field = pending.excludePaths === undefined ? '/includePaths' : '/excludePaths'
    list.addAsGiven(field, 'unsupported_pattern', 'takes too much time or memory to compile')
  } else addPathPatternProblems(problems, pending, list)
  return list.problems
}
