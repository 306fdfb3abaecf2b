/**
 * `includePaths` and `excludePaths`: regular expressions of the caller, run by RE2 in linear time.
 *
 * A pattern is searched anywhere in path and query, exactly as they stand in the URL
 * (percent-encoded); `^` is the start of the path.
 */
import { RE2JS } from 're2js'
import { jobLimits } from '../config/limits.ts'
import { patternSteps } from './pattern-cost.ts'
import { readDialect } from './pattern-dialect.ts'

/** What is wrong with one pattern of a list. */
export interface PatternProblem {
  index: number
  code: 'unsupported_pattern' | 'validation_failed'
  /** The rule that is broken; does not repeat the pattern. */
  message: string
}

/** A compiled list. */
export interface PatternSet {
  readonly size: number
  /** True when one of the patterns is found in `path` (path and query of a URL). */
  matches(path: string): boolean
}

/** `steps` is what the patterns that were compiled cost. */
export type PatternsResult = { steps: number } & (
  | { ok: true; patterns: PatternSet }
  | { ok: false; problems: PatternProblem[] }
)

/** A pattern that was read, ready to be compiled. */
interface ReadPattern {
  index: number
  source: string
  steps: number
}

/** JavaScript accepts it, so the author meant it: RE2 is what cannot run it. */
function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

const tooLarge = (index: number): PatternProblem => ({
  index,
  code: 'unsupported_pattern',
  message: `is too large: with counted repeats unrolled, all patterns together may have ${jobLimits.patternStepsMax} steps`,
})

const cleaned = (message: string): string => message.replace(/^error parsing regexp: /, '')

function read(pattern: string, index: number): ReadPattern | PatternProblem {
  const dialect = readDialect(pattern)
  return dialect.ok
    ? { index, source: dialect.source, steps: patternSteps(dialect.source) }
    : { index, code: 'unsupported_pattern', message: `uses ${dialect.construct}, which RE2 cannot run` }
}

function compile(pattern: string, { index, source }: ReadPattern): RE2JS | PatternProblem {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    const reason = cleaned(error instanceof Error ? error.message : String(error))
    return isJavaScript(pattern)
      ? { index, code: 'unsupported_pattern', message: `is not supported by RE2: ${reason}` }
      : { index, code: 'validation_failed', message: `is not a regular expression: ${reason}` }
  }
}

/**
 * Compiles a list of patterns.
 * @param sources RE2 syntax; `\uXXXX` and `[^]` of JavaScript are translated.
 * @param stepsMax what the list may cost; a pattern that does not fit is a problem and not compiled.
 * @returns a set to match with, or every problem of the list, in order.
 */
export function compilePatterns(
  sources: readonly string[],
  stepsMax: number = jobLimits.patternStepsMax,
): PatternsResult {
  const compiled: RE2JS[] = []
  const problems: PatternProblem[] = []
  let steps = 0
  for (const [index, pattern] of sources.entries()) {
    const known = read(pattern, index)
    if ('code' in known) {
      problems.push(known)
    } else if (steps + known.steps > stepsMax) {
      problems.push(tooLarge(index))
    } else {
      steps += known.steps
      const result = compile(pattern, known)
      if (result instanceof RE2JS) compiled.push(result)
      else problems.push(result)
    }
  }
  if (problems.length > 0) return { ok: false, steps, problems }
  return {
    ok: true,
    steps,
    patterns: { size: compiled.length, matches: (path) => compiled.some((pattern) => pattern.test(path)) },
  }
}
