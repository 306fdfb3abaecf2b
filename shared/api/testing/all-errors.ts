/** What is wrong with a request, with what is left to a thread when it is read. */
import type { CrawlRequestResult } from '../requests/crawl-request.ts'
import { addPathPatternProblems, pathPatternProblems } from '../rules/path-patterns.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'

/** Every problem of a crawl request but those of its schema. */
export function allErrors(result: CrawlRequestResult): FieldProblem[] {
  const list = new ProblemList()
  if (result.patterns != null) addPathPatternProblems(pathPatternProblems(result.patterns), result.patterns, list)
  return [...(result.ok ? [] : result.errors), ...list.problems]
}
