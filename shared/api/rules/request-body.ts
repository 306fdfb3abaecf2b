/** Reads the body of a request as an object. */
import { requestLimits } from '../../config/api-limits.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { isObject } from './json-object.ts'
import { firstTooDeep } from './nesting.ts'
import { ProblemList } from './problem-list.ts'

export type BodyResult = { ok: true; body: Record<string, unknown> } | { ok: false; errors: FieldProblem[] }

/**
 * Returns the body as an object, and checks that its nesting is shallow enough for recursive processing.
 * @param given the parsed JSON, of any type.
 */
export function readBody(given: unknown): BodyResult {
  const list = new ProblemList()
  if (!isObject(given)) {
    list.add('', 'validation_failed', 'must be an object', given)
    return { ok: false, errors: list.problems }
  }
  const deepest = firstTooDeep(given, requestLimits.nestingLevelsMax)
  if (deepest === null) return { ok: true, body: given }
  list.add(deepest, 'validation_failed', `is nested too deep: ${requestLimits.nestingLevelsMax} levels are allowed`)
  return { ok: false, errors: list.problems }
}
