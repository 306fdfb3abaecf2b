/** What is wrong with a request, with what is left to a thread when it is read. */
import type { CrawlRequestResult } from '../crawl-request.ts'
import { addPathPatternProblems, pathPatternProblems } from '../path-patterns.ts'
import { ProblemList } from '../problem-list.ts'
import type { FieldProblem } from '../problems.ts'

/** Every problem of a crawl request but those of its schema. */
export function allErrors(result: CrawlRequestResult): FieldProblem[] {
  const list = new ProblemList()
  if (result.patterns != null) addPathPatternProblems(pathPatternProblems(result.patterns), result.patterns, list)
  return [...(result.ok ? [] : result.errors), ...list.problems]
}
