/**
 * Regular expressions of the caller, in the syntax of RE2: `includePaths` and `excludePaths`, URL patterns of captures
 * and sessions, patterns of schemas.
 *
 * A pattern matches anywhere in a text. For `includePaths` and `excludePaths`, the text is the path and query exactly
 * as in the URL (percent-encoded), and `^` is the start of the path. The cost of patterns is bounded twice: by their
 * size before they are compiled and run, and by counted steps while they run.
 */
import { createRequire } from 'node:module'
import type * as Re2js from 're2js'
import { jobLimits } from '../config/limits.ts'
import { patternLimits } from '../config/pattern-limits.ts'
import { literalOf, LiteralMatcher } from './literal-matcher.ts'
import { PatternBudget } from './pattern-budget.ts'
import { patternSteps } from './pattern-cost.ts'
import { readDialect } from './pattern-dialect.ts'
import { PatternMatcher } from './pattern-matcher.ts'
import { patternProgram, type PatternProgram } from './pattern-program.ts'
import { patternWidth } from './pattern-width.ts'
import { errorMessage } from '../values/error-message.ts'

// Loaded with the first pattern, which most jobs do not have.
const load = createRequire(import.meta.url)

/** A problem with one pattern of a list. */
export interface PatternProblem {
  index: number
  code: 'unsupported_pattern' | 'validation_failed'
  /** The violated rule; does not repeat the pattern. */
  message: string
}

/** A compiled list of patterns. */
export interface PatternSet {
  readonly size: number
  /**
   * Searches a text for one pattern after the other.
   * @param budget steps that may be spent; without it, the list uses a budget of its own, which every text refills
   * (`patternLimits.stepsAtFirst`, `patternLimits.stepsPerText`).
   * @returns true when one of the patterns is found in `text`.
   * @throws PatternTooCostlyError when the budget is used up.
   */
  matches(text: string, budget?: PatternBudget): boolean
}

/** Costs of the patterns of a list that were compiled. */
export interface PatternCosts {
  /** Cost of compiling, as `patternSteps` estimates it. */
  steps: number
  /** Instructions that can be active at one character of a text: see `patternWidth`. */
  width: number
}

export type PatternsResult = PatternCosts &
  ({ ok: true; patterns: PatternSet } | { ok: false; problems: PatternProblem[] })

/** A pattern translated to RE2 syntax, ready to be compiled. */
interface ReadPattern {
  index: number
  source: string
  steps: number
}

/** Returns true when JavaScript accepts a pattern: then RE2 does not support it, and the author made no mistake. */
function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

const tooLarge = (index: number, steps: number, stepsMax: number): PatternProblem => ({
  index,
  code: 'unsupported_pattern',
  message: `is too large: with counted repeats unrolled, all patterns together may have ${stepsMax} steps, and this one has ${steps}`,
})

const tooCostly = (index: number, width: number, widthMax: number): PatternProblem => ({
  index,
  code: 'unsupported_pattern',
  message: `is too costly to match: one character may be compared with at most ${widthMax} instructions of all patterns together, and this one has ${width}. Shorter counted repeats make it cheaper, and so does \`^\` when it is to match only at the beginning`,
})

const cleaned = (message: string): string => message.replace(/^error parsing regexp: /, '')

function read(pattern: string, index: number): ReadPattern | PatternProblem {
  const dialect = readDialect(pattern)
  return dialect.ok
    ? { index, source: dialect.source, steps: patternSteps(dialect.source) }
    : { index, code: 'unsupported_pattern', message: `uses ${dialect.construct}, which RE2 cannot run` }
}

function compile(pattern: string, { index, source }: ReadPattern): PatternProgram | PatternProblem {
  const { RE2JS } = load('re2js') as typeof Re2js
  try {
    return patternProgram(RE2JS.compile(source))
  } catch (error) {
    const reason = cleaned(errorMessage(error))
    return isJavaScript(pattern)
      ? { index, code: 'unsupported_pattern', message: `is not supported by RE2: ${reason}` }
      : { index, code: 'validation_failed', message: `is not a regular expression: ${reason}` }
  }
}

type Matcher = Pick<PatternMatcher, 'matches'>

function matcherOf(program: PatternProgram, memoryMaxBytes: number): Matcher {
  const literal = literalOf(program)
  return literal === null ? new PatternMatcher(program, memoryMaxBytes) : new LiteralMatcher(literal)
}

class CompiledPatterns implements PatternSet {
  readonly size: number
  readonly #programs: readonly PatternProgram[]
  readonly #budget = new PatternBudget(patternLimits.stepsAtFirst)
  /** Created on the first call of `matches`: a list that is only validated needs none. */
  #matchers: readonly Matcher[] | null = null

  constructor(programs: readonly PatternProgram[]) {
    this.#programs = programs
    this.size = programs.length
  }

  matches(text: string, budget?: PatternBudget): boolean {
    const { memoryMaxBytes, memoryPerPatternMinBytes } = patternLimits
    const share = Math.max(memoryPerPatternMinBytes, memoryMaxBytes / this.size)
    this.#matchers ??= this.#programs.map((program) => matcherOf(program, share))
    if (budget === undefined) this.#budget.refill(patternLimits.stepsAtFirst, patternLimits.stepsPerText)
    return this.#matchers.some((matcher) => matcher.matches(text, budget ?? this.#budget))
  }
}

/**
 * Compiles a list of patterns.
 * @param sources RE2 syntax; `\uXXXX` and `[^]` of JavaScript are translated.
 * @param stepsMax maximum cost of compiling the list, steps; a pattern that exceeds it is reported and not compiled.
 * @param widthMax maximum width of the list (see `PatternCosts`); a pattern that exceeds it is reported.
 * @returns the compiled set, or every problem of the list, in order.
 */
export function compilePatterns(
  sources: readonly string[],
  stepsMax: number = jobLimits.patternStepsMax,
  widthMax: number = patternLimits.widthMax,
): PatternsResult {
  const compiled: PatternProgram[] = []
  const problems: PatternProblem[] = []
  let steps = 0
  let width = 0
  for (const [index, pattern] of sources.entries()) {
    const known = read(pattern, index)
    if ('code' in known) {
      problems.push(known)
      continue
    }
    if (steps + known.steps > stepsMax) {
      problems.push(tooLarge(index, known.steps, stepsMax))
      continue
    }
    steps += known.steps
    const result = compile(pattern, known)
    if ('code' in result) {
      problems.push(result)
      continue
    }
    const own = patternWidth(result)
    if (width + own > widthMax) {
      problems.push(tooCostly(index, own, widthMax))
      continue
    }
    width += own
    compiled.push(result)
  }
  const costs = { steps, width }
  if (problems.length > 0) return { ok: false, ...costs, problems }
  return { ok: true, ...costs, patterns: new CompiledPatterns(compiled) }
}

/**
 * Compiles a pattern that is matched against one URL at a time on the event loop: `url_pattern` of captures and
 * sessions. Its limits keep the time for one URL to some tens of milliseconds at most.
 */
export const compileUrlPattern = (source: string): PatternsResult =>
  compilePatterns([source], patternLimits.urlPatternStepsMax, patternLimits.urlPatternWidthMax)

/**
 * Compiles patterns of a request that was accepted earlier, by this release or by one without `widthMax`: their
 * matching cost is bounded only while they run.
 */
export const compileAccepted = (sources: readonly string[]): PatternsResult =>
  compilePatterns(sources, jobLimits.patternStepsMax, Infinity)
