/**
 * `includePaths` and `excludePaths` of a crawl, applied to one URL at a time.
 */
import { jobLimits } from '@seine/shared/config/limits.ts'
import type { PatternBudget } from '@seine/shared/urls/pattern-budget.ts'
import { compileAccepted, type PatternSet } from '@seine/shared/urls/patterns.ts'
import { pathAndQuery } from '@seine/shared/urls/url-identity.ts'

/** The pattern lists of a request. */
export interface PathLists {
  readonly includePaths: readonly string[]
  readonly excludePaths: readonly string[]
}

/** The rule that excludes a URL from a crawl. */
export interface BrokenPathRule {
  rule: 'includePaths' | 'excludePaths'
}

export interface PathRules {
  /**
   * Searches the path and query of a URL, without decoding, up to `jobLimits.urlMaxCharacters`.
   * @param url a result of `fetchUrl`.
   * @param budget step budget; without one, each list has its own.
   * @returns the rule that refuses it (`excludePaths` when both do), or null when it may be crawled.
   * @throws PatternTooCostlyError when the budget is used up.
   */
  test(url: string | URL, budget?: PatternBudget): BrokenPathRule | null
  /** Like `test`, for a text that `matchedText` returned. */
  testText(text: string, budget?: PatternBudget): BrokenPathRule | null
}

/** Returns the part of a URL that patterns are searched in. */
export const matchedText = (url: string | URL): string => pathAndQuery(url).slice(0, jobLimits.urlMaxCharacters)

function compiled(field: BrokenPathRule['rule'], sources: readonly string[]): PatternSet {
  const result = compileAccepted(sources)
  if (result.ok) return result.patterns
  const problems = result.problems.map((problem) => `${field}/${problem.index}: ${problem.message}`)
  throw new TypeError(problems.join('; '))
}

/**
 * Compiles the path rules of a crawl. Empty lists refuse nothing.
 * @throws TypeError naming every pattern that does not compile; validated requests contain none.
 */
export function createPathRules(request: PathLists): PathRules {
  const include = compiled('includePaths', request.includePaths)
  const exclude = compiled('excludePaths', request.excludePaths)
  if (include.size === 0 && exclude.size === 0) return { test: () => null, testText: () => null }
  const testText: PathRules['testText'] = (text, budget) => {
    if (exclude.matches(text, budget)) return { rule: 'excludePaths' }
    return include.size === 0 || include.matches(text, budget) ? null : { rule: 'includePaths' }
  }
  return { test: (url, budget) => testText(matchedText(url), budget), testText }
}
