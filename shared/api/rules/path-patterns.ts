/**
 * `includePaths` and `excludePaths` of a crawl: what is wrong with them. Ordinary lists are compiled on the
 * spot; dear ones take long enough to hold up a process that serves and are left to a thread.
 */
import { jobLimits } from '../../config/limits.ts'
import { patternLimits } from '../../config/pattern-limits.ts'
import { patternSteps } from '../../urls/pattern-cost.ts'
import { compilePatterns, type PatternProblem } from '../../urls/patterns.ts'
import type { ProblemList } from './problem-list.ts'

const fields = ['includePaths', 'excludePaths'] as const

/** Both lists of a request, each absent where it is not given or has other problems. */
export type PathPatterns = Partial<Record<(typeof fields)[number], readonly string[]>>

/** What is wrong with one pattern of one of the lists. */
export interface PathPatternProblem extends PatternProblem {
  field: (typeof fields)[number]
}

/** Compiles both lists, which share what their patterns may cost. @returns every problem, in order */
export function pathPatternProblems(patterns: PathPatterns): PathPatternProblem[] {
  let stepsLeft: number = jobLimits.patternStepsMax
  let widthLeft: number = patternLimits.widthMax
  return fields.flatMap((field) => {
    const sources = patterns[field] ?? []
    const result = compilePatterns(sources, stepsLeft, widthLeft)
    stepsLeft -= result.steps
    widthLeft -= result.width
    return result.ok ? [] : result.problems.map((problem) => ({ field, ...problem }))
  })
}

/** Adds problems of the lists to those of the request. */
export function addPathPatternProblems(
  problems: readonly PathPatternProblem[],
  patterns: PathPatterns,
  list: ProblemList,
): void {
  for (const { field, index, code, message } of problems) {
    list.add(`/${field}/${index}`, code, message, patterns[field]?.[index])
  }
}

/**
 * Checks the lists of a request body as far as that takes a few milliseconds.
 * @returns the lists where they take longer: they are still to be compiled.
 */
export function checkPathPatterns(body: Record<string, unknown>, list: ProblemList): PathPatterns | null {
  const given = fields.filter((field) => Array.isArray(body[field]) && !list.touches(`/${field}`))
  const patterns: PathPatterns = Object.fromEntries(given.map((field) => [field, body[field] as string[]]))
  const sources = Object.values(patterns).flat()
  const steps = sources.reduce((sum, source) => sum + patternSteps(source), 0)
  if (steps > patternLimits.loopStepsMax) return patterns
  addPathPatternProblems(pathPatternProblems(patterns), patterns, list)
  return null
}
