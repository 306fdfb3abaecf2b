/**
 * `includePaths` and `excludePaths`: regular expressions of the caller, run by RE2 in linear time.
 *
 * A pattern is searched anywhere in path and query, exactly as they stand in the URL
 * (percent-encoded); `^` is the start of the path.
 */
import { RE2JS } from 're2js'
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

export type PatternsResult = { ok: true; patterns: PatternSet } | { ok: false; problems: PatternProblem[] }

/** JavaScript accepts it, so the author meant it: RE2 is what cannot run it. */
function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

const cleaned = (message: string): string => message.replace(/^error parsing regexp: /, '')

function compile(pattern: string, index: number): RE2JS | PatternProblem {
  const dialect = readDialect(pattern)
  if (!dialect.ok) {
    return {
      index,
      code: 'unsupported_pattern',
      message: `uses ${dialect.construct}, which RE2 cannot run`,
    }
  }
  try {
    return RE2JS.compile(dialect.source)
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
 * @returns a set to match with, or every problem of the list, in order.
 */
export function compilePatterns(sources: readonly string[]): PatternsResult {
  const compiled: RE2JS[] = []
  const problems: PatternProblem[] = []
  for (const [index, source] of sources.entries()) {
    const result = compile(source, index)
    if (result instanceof RE2JS) compiled.push(result)
    else problems.push(result)
  }
  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    patterns: { size: compiled.length, matches: (path) => compiled.some((pattern) => pattern.test(path)) },
  }
}
