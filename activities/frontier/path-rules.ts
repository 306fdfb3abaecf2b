/**
 * `includePaths` and `excludePaths` of a crawl, applied to one URL at a time.
 */
import { jobLimits } from '@seine/shared/config/limits.ts'
import { compilePatterns, type PatternSet } from '@seine/shared/url/patterns.ts'
import { pathAndQuery } from './url-identity.ts'

/** The rule that keeps a URL out of a crawl. */
interface BrokenPathRule {
  rule: 'includePaths' | 'excludePaths'
}

export interface PathRules {
  /**
   * Searches path and query of a URL, as they stand there, up to `jobLimits.urlMaxCharacters`.
   * @param url a result of `fetchUrl`.
   * @returns the rule that refuses it (`excludePaths` when both do), or null when it may be crawled.
   */
  test(url: string | URL): BrokenPathRule | null
}

function compiled(field: BrokenPathRule['rule'], sources: readonly string[]): PatternSet {
  const result = compilePatterns(sources)
  if (result.ok) return result.patterns
  const problems = result.problems.map((problem) => `${field}/${problem.index}: ${problem.message}`)
  throw new TypeError(problems.join('; '))
}

/**
 * Compiles the path rules of a crawl. Empty lists refuse nothing.
 * @throws TypeError naming every pattern that does not compile; validated requests have none.
 */
export function createPathRules(request: {
  includePaths: readonly string[]
  excludePaths: readonly string[]
}): PathRules {
  const include = compiled('includePaths', request.includePaths)
  const exclude = compiled('excludePaths', request.excludePaths)
  if (include.size === 0 && exclude.size === 0) return { test: () => null }
  return {
    test(url) {
      const text = pathAndQuery(url).slice(0, jobLimits.urlMaxCharacters)
      if (exclude.matches(text)) return { rule: 'excludePaths' }
      return include.size === 0 || include.matches(text) ? null : { rule: 'includePaths' }
    },
  }
}
