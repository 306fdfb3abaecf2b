/**
 * Validates `includePaths` and `excludePaths` of a crawl. Ordinary lists are compiled immediately; expensive ones take
 * long enough to block the event loop and are left to a thread.
 */
import { jobLimits } from '../../config/limits.ts'
import { patternLimits } from '../../config/pattern-limits.ts'
import { patternSteps } from '../../urls/pattern-cost.ts'
import { compilePatterns, type PatternProblem } from '../../urls/patterns.ts'
import type { ProblemList } from './problem-list.ts'

const fields = ['includePaths', 'excludePaths'] as const

/** Both lists of a request; a list is absent when it is not given or has other problems. */
export type PathPatterns = Partial<Record<(typeof fields)[number], readonly string[]>>

/** A problem with one pattern of one of the lists. */
export interface PathPatternProblem extends PatternProblem {
  field: (typeof fields)[number]
}

/**
 * Compiles both lists, which share one cost limit.
 * @returns every problem, in order.
 */
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

/** Adds the problems of the lists to those of the request. */
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
 * Checks the lists of a request body when that takes only a few milliseconds.
 * @returns the lists when they take longer and still have to be compiled; null when they are checked.
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
