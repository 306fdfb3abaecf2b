/** Problems of a request, including those that request validation leaves to a thread. */
import type { CrawlRequestResult } from '../requests/crawl-request.ts'
import { addPathPatternProblems, pathPatternProblems } from '../rules/path-patterns.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'

/** Returns every problem of a crawl request except those of its schema. */
export function allErrors(result: CrawlRequestResult): FieldProblem[] {
  const list = new ProblemList()
  if (result.patterns != null) addPathPatternProblems(pathPatternProblems(result.patterns), result.patterns, list)
  return [...(result.ok ? [] : result.errors), ...list.problems]
}
