/** The caller's filter of calls. */
import type { CallFilter } from '@seine/shared/tasks/browser-page.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { compileAccepted } from '@seine/shared/urls/patterns.ts'
import { isMainDocument } from '../recorder/main-document.ts'
import type { RecordedRequest } from '../recorder/messages/model.ts'

/** Whether a call matches the filter. */
export type CallMatch = (request: RecordedRequest) => boolean

/** Returns the step budget for matching the calls of one capture; it becomes negative when it is exceeded. */
export const captureBudget = (): PatternBudget => new PatternBudget(patternLimits.captureStepsMax)

/** @throws TypeError for a pattern that RE2 cannot run; the gateway has rejected those. */
function urlMatch(pattern: string, budget: PatternBudget): (url: string) => boolean {
  const result = compileAccepted([pattern])
  if (!result.ok) throw new TypeError(`the URL pattern ${result.problems[0]?.message ?? 'is not valid'}`)
  return (url) => {
    if (budget.left < 0) return false
    try {
      return result.patterns.matches(url.slice(0, jobLimits.urlMaxCharacters), budget)
    } catch (error) {
      if (error instanceof PatternTooCostlyError) return false
      throw error
    }
  }
}

/**
 * Compiles a filter. Pattern and host are searched in every URL of a redirect chain, so that a call is found by the
 * URL that the page requested and by the one that answered; the pattern only in the first
 * `jobLimits.urlMaxCharacters` of each.
 * @param budget budget of the pattern for all calls of the capture; when it is used up, no further call matches.
 */
export function callMatch(filter: CallFilter, budget: PatternBudget = captureBudget()): CallMatch {
  const types = filter.resourceTypes.length === 0 ? null : new Set<string>(filter.resourceTypes)
  const matchesUrl = filter.urlPattern === null ? null : urlMatch(filter.urlPattern, budget)
  const host = filter.host?.toLowerCase() ?? null
  return ({ resourceType, hops }) =>
    (types === null || types.has(resourceType)) &&
    (matchesUrl === null || hops.some(({ url }) => matchesUrl(url))) &&
    (host === null || hops.some(({ url }) => URL.parse(url)?.hostname === host))
}

const isEmpty = ({ resourceTypes, urlPattern, host }: CallFilter): boolean =>
  resourceTypes.length === 0 && urlPattern === null && host === null

/**
 * Returns which requests need bodies and messages while the page loads: those that match, and documents of the page,
 * by which it is judged. Once its own budget for the pattern is used up, all of them.
 * @returns null for a filter that every call matches.
 * @throws TypeError for a pattern that RE2 cannot run.
 */
export function wantedWhileLoading(filter: CallFilter): CallMatch | null {
  if (isEmpty(filter)) return null
  const budget = captureBudget()
  const matches = callMatch(filter, budget)
  const known = new WeakMap<RecordedRequest, { hops: number; isWanted: boolean }>()
  return (request) => {
    if (isMainDocument(request)) return true
    const hops = request.hops.length
    const before = known.get(request)
    if (before?.hops === hops) return before.isWanted
    const isWanted = matches(request) || budget.left < 0
    known.set(request, { hops, isWanted })
    return isWanted
  }
}
