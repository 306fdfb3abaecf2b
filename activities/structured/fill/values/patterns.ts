/** Patterns of callers' schemas, compiled once for the pages of a job. */
import { LRUCache } from 'lru-cache'
import { linearRegExp } from '@seine/shared/api/output-schema/output-schema.ts'
import { PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { fillLimits } from '../../limits/structured-limits.ts'
import { patternSteps } from '@seine/shared/urls/pattern-cost.ts'
import type { StepBudget } from './step-budget.ts'

interface Pattern {
  test: (text: string) => boolean
  /** Cost of one match per character, a result of `patternSteps`. */
  steps: number
}

/**
 * Wraps a pattern so that exceeding its cost limit counts as no match: the field stays empty, the rest of the page is
 * filled.
 */
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

const patterns = new LRUCache<string, Pattern>({ max: 64 })

/**
 * Returns a function that tests whether a text matches a pattern; it returns false also when the budget is used up.
 * @param source a valid pattern.
 * @param budget is charged for compiling the pattern and for each text.
 */
export function keptPattern(source: string, budget: StepBudget): (text: string) => boolean {
  const { test, steps } = patterns.get(source) ?? compiled(source, budget)
  return (text) => budget.take((steps * text.length) / fillLimits.patternStepsPerStep) && test(text)
}

function compiled(source: string, budget: StepBudget): Pattern {
  const steps = patternSteps(source)
  if (!budget.take(steps)) return { test: () => false, steps: 0 }
  const pattern = cheapOnly({ test: linearRegExp(source).test, steps })
  patterns.set(source, pattern)
  return pattern
}
