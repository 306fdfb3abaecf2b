/** Checks whether a page meets a condition of a playbook: `logged_out`, `success`. Pure. */
import type { PageCondition } from '@seine/shared/sessions/state.ts'
import type { StateCookie } from '@seine/shared/egress/connections/state-cookie.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { compileAccepted } from '@seine/shared/urls/patterns.ts'
import type { PageProbes, ProbedPage } from '@seine/shared/pages/extraction.ts'
import type { PageScrape } from '@seine/shared/pages/page.ts'
import { SessionUseError } from './contract.ts'

/** What is known about a page. */
export interface SeenPage {
  finalUrl: string
  /** Null when there was no answer. */
  status: number | null
  /** What was found in its document; null when the document was not examined. */
  probed: ProbedPage | null
  /** Cookies of the session, after the page. */
  cookies: readonly StateCookie[]
}

/** Returns what to look for in the document. */
export function probesOf(condition: PageCondition | null): PageProbes | null {
  if (condition === null) return null
  const { selector, selectorAbsent, text } = condition
  const selectors = [selector, selectorAbsent].filter((each) => each !== null)
  return selectors.length === 0 && text === null ? null : { selectors, texts: text === null ? [] : [text] }
}

function matchesUrl(pattern: string, url: string): boolean {
  const result = compileAccepted([pattern])
  try {
    // Patterns that RE2 cannot run were rejected when they were registered.
    return (
      result.ok &&
      result.patterns.matches(url.slice(0, jobLimits.urlMaxCharacters), new PatternBudget(patternLimits.urlStepsMax))
    )
  } catch (error) {
    if (!(error instanceof PatternTooCostlyError)) throw error
    // Only a playbook that an older release accepted can have such a pattern.
    throw new SessionUseError('pattern_too_costly', `a \`url_pattern\` of the session cannot be used: ${error.message}`)
  }
}

/**
 * Whether every part of a condition holds. A part that cannot be checked does not hold.
 * @throws SessionUseError when matching its URL pattern exceeds the step limit.
 */
export function holds(
  condition: PageCondition,
  { finalUrl, status, probed, cookies }: SeenPage,
  nowMs: number,
): boolean {
  const { urlPattern, selector, selectorAbsent, text, cookie } = condition
  const isThere = (each: StateCookie): boolean =>
    each.name === cookie && (each.expiresMs === null || each.expiresMs > nowMs)
  return (
    (urlPattern === null || matchesUrl(urlPattern, finalUrl)) &&
    (condition.status === null || condition.status === status) &&
    (selector === null || probed?.selectors[selector] === true) &&
    (selectorAbsent === null || probed?.selectors[selectorAbsent] === false) &&
    (text === null || probed?.texts[text] === true) &&
    (cookie === null || cookies.some(isThere))
  )
}

/**
 * Returns what a scrape shows of its page.
 * @param url URL of the page.
 */
export function seenIn(scrape: PageScrape, url: string, cookies: readonly StateCookie[]): SeenPage {
  const { answer, redirects } = scrape
  const last = redirects.at(-1)
  // A job does not follow a redirect out of its scope: the target of the redirect is then the final URL.
  const isFollowed = answer !== null && answer.finalUrl !== last?.url
  return {
    finalUrl: isFollowed ? answer.finalUrl : (last?.location ?? answer?.finalUrl ?? url),
    status: answer?.status ?? redirects.at(-1)?.status ?? null,
    probed: answer?.extracted?.probed ?? null,
    cookies,
  }
}
