/** Patterns of callers' schemas, compiled once for the pages of a job. */
import { linearRegExp } from '@seine/shared/api/output-schema/output-schema.ts'
import { PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { fillLimits } from '@seine/shared/config/json-limits.ts'
import { patternSteps } from '@seine/shared/urls/pattern-cost.ts'
import type { StepBudget } from './step-budget.ts'

interface Pattern {
  test: (text: string) => boolean
  /** Of `patternSteps`. */
  steps: number
}

/** A field whose pattern costs too much stays empty; the rest of the page is filled. */
const cheapOnly = (pattern: Pattern): Pattern => ({
  ...pattern,
  test: (text) => {
    try {
      return pattern.test(text)
    } catch (error) {
      if (error instanceof PatternTooCostlyError) return false
      throw error
    }
  },
})

const keptMax = 64
const patterns = new Map<string, Pattern>()

/**
 * What tells whether a text keeps to a pattern; false also where there is no budget left to tell.
 * @param source a pattern without problems.
 * @param budget pays for compiling the pattern and for each text.
 */
export function keptPattern(source: string, budget: StepBudget): (text: string) => boolean {
  const { test, steps } = patterns.get(source) ?? compiled(source, budget)
  return (text) => budget.take((steps * text.length) / fillLimits.patternStepsPerStep) && test(text)
}

function compiled(source: string, budget: StepBudget): Pattern {
  const steps = patternSteps(source)
  if (!budget.take(steps)) return { test: () => false, steps: 0 }
  const pattern = cheapOnly({ test: linearRegExp(source).test, steps })
  const oldest = patterns.keys().next()
  if (patterns.size >= keptMax && !oldest.done) patterns.delete(oldest.value)
  patterns.set(source, pattern)
  return pattern
}
